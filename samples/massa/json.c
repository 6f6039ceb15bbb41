#include "json.h"

#include <stdio.h>

static int depth;
static bool needs_comma;

static void print_string(const char* text)
{
    putchar('"');
    for (const unsigned char* c = (const unsigned char*)text; *c != 0; ++c)
    {
        if (*c == '"' || *c == '\\')
            printf("\\%c", *c);
        else if (*c < 0x20)
            printf("\\u%04x", *c);
        else
            putchar(*c);
    }
    putchar('"');
}

static void print_name(const char* name)
{
    if (needs_comma) fputs(", ", stdout);
    needs_comma = true;
    if (name == NULL) return;
    print_string(name);
    fputs(": ", stdout);
}

void json_begin(const char* name, char bracket)
{
    print_name(name);
    putchar(bracket);
    needs_comma = false;
    ++depth;
}

void json_end(char bracket)
{
    putchar(bracket);
    needs_comma = true;
    if (--depth == 0) putchar('\n');
}

void json_text(const char* name, const char* text)
{
    print_name(name);
    print_string(text);
}

void json_number(const char* name, double number)
{
    print_name(name);
    if (number - number == 0.0)
        printf("%.9g", number);
    else
        fputs("null", stdout);
}

void json_bool(const char* name, bool value)
{
    print_name(name);
    fputs(value ? "true" : "false", stdout);
}
