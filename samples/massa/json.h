// JSON on stdout, written as it comes. A null name is for elements of an array, and for the whole.
#ifndef MASSA_PROGRAM_JSON_H
#define MASSA_PROGRAM_JSON_H

#include <stdbool.h>

void json_begin(const char* name, char bracket); // { or [
void json_end(char bracket);                     // ends the line of the outermost
void json_text(const char* name, const char* text);
void json_number(const char* name, double number); // null when it is none
void json_bool(const char* name, bool value);

#endif
