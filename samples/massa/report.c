#include "report.h"
#include "json.h"

#include <math.h>
#include <stdio.h>

static void print_check(const scene_check_result* c)
{
    char bounds[64];
    if (c->low == c->high)
        snprintf(bounds, sizeof bounds, "must be %.10g", c->low);
    else if (isinf(c->low))
        snprintf(bounds, sizeof bounds, "at most %.6g", c->high);
    else if (isinf(c->high))
        snprintf(bounds, sizeof bounds, "at least %.6g", c->low);
    else
        snprintf(bounds, sizeof bounds, "%.6g to %.6g", c->low, c->high);
    const bool whole = c->value == floor(c->value) && fabs(c->value) < 1e12; // counts in full
    printf("  %-6s %-28s %12.*g %-4s (%s)\n", c->broken ? "BROKEN" : "ok", c->name, whole ? 12 : 6, c->value, c->unit,
           bounds);
}

// ms of a step by its stages, and of the plain C that ran beside it; 0: not known.
static double step_ms(const session* s)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < s->stage_count; ++i)
        sum += s->stages[i].sum / s->profiled;
    return sum;
}

static double reference_ms(const report* r, const session* s)
{
    return s->scene.heard_step > 0 ? 1e3 * r->reference_seconds / (double)s->scene.heard_step : 0.0;
}

static void print_speed(const report* r, const session* s)
{
    const double step = step_ms(s), plain = reference_ms(r, s);
    if (step <= 0.0) return;
    printf("  %-35s %12.3f ms: %.1f per second\n", "whole step", step, 1e3 / step);
    if (plain > 0.0) printf("  %-35s %12.3f ms: speed-up %.2f\n", "the same in plain C", plain, plain / step);
}

static void print_contacts(const session_contacts* c)
{
    if (c->pairs == 0) return;
    printf("  at most %u pairs, %u contacts, of these %u solved in %u colours, %u one after the other", c->pairs,
           c->contacts, c->solved, c->colours, c->serial);
    if (c->blocks > 0) printf("; %u blocks, %u contacts between them", c->blocks, c->boundary);
    printf("\n");
}

static void print_contacts_json(const session_contacts* c)
{
    json_begin("most contacts", '{');
    json_number("pairs", c->pairs);
    json_number("contacts", c->contacts);
    json_number("solved", c->solved);
    json_number("colours", c->colours);
    json_number("one after the other", c->serial);
    json_number("blocks", c->blocks);
    json_number("between blocks", c->boundary);
    json_end('}');
}

static void print_text(const report* r, const session* s)
{
    const scene* sc = &s->scene;
    printf("%s: %u frames, %.2f s simulated, %.1f s on %s\n", sc->desc->name, r->frames, sc->heard_time, r->seconds,
           s->gpu.device_name);
    for (uint32_t i = 0; i < s->stage_count; ++i)
        printf("  %-35s %12.3f ms per step\n", s->stages[i].name, s->stages[i].sum / s->profiled);
    print_speed(r, s);
    print_contacts(&s->contacts);
    for (uint32_t i = 0; i < sc->check_count; ++i)
        print_check(&sc->checks[i]);
    if (s->has_hash)
        printf("hash %016llx%s\n", (unsigned long long)s->hash, s->options->reference ? ", and the reference's" : "");
    if (r->interrupted)
        printf("interrupted: %u of %u frames were finished and are kept.\n", r->frames, s->options->frames);
    if (r->video[0] != 0) printf("%s\n", r->video);
    if (r->picture[0] != 0) printf("%s\n", r->picture);
}

static void print_checks_json(const scene* sc)
{
    json_begin("checks", '[');
    for (uint32_t i = 0; i < sc->check_count; ++i)
    {
        const scene_check_result* c = &sc->checks[i];
        json_begin(NULL, '{');
        json_text("name", c->name);
        json_number("value", c->value);
        json_number("low", c->low);
        json_number("high", c->high);
        json_text("unit", c->unit);
        json_bool("ok", !c->broken);
        json_end('}');
    }
    json_end(']');
}

static void print_json(const report* r, const session* s)
{
    const scene* sc = &s->scene;
    char hash[20];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)s->hash);
    json_begin(NULL, '{');
    json_text("scene", sc->desc->name);
    json_text("device", s->gpu.device_name);
    json_bool("same bits everywhere", s->determinism == MASSA_DETERMINISM_EVERY_DEVICE);
    json_begin("parameters", '{');
    for (uint32_t i = 0; i < sc->desc->parameter_count; ++i)
        json_number(sc->desc->parameters[i].name, sc->value[i]);
    json_end('}');
    json_number("frames", r->frames);
    json_number("steps", (double)sc->heard_step);
    json_number("seconds", r->seconds);
    json_bool("interrupted", r->interrupted);
    if (s->has_hash) json_text("hash", hash);
    if (s->has_hash && s->options->reference) json_bool("same as reference", true); // else the run has ended before
    json_begin("stages", '[');
    for (uint32_t i = 0; i < s->stage_count; ++i)
    {
        json_begin(NULL, '{');
        json_text("name", s->stages[i].name);
        json_number("milliseconds", s->stages[i].sum / s->profiled);
        json_end('}');
    }
    json_end(']');
    const double step = step_ms(s), plain = reference_ms(r, s);
    if (step > 0.0) json_number("step milliseconds", step);
    if (step > 0.0) json_number("steps per second", 1e3 / step);
    if (step > 0.0 && plain > 0.0) json_number("speed-up", plain / step);
    if (s->contacts.pairs > 0) print_contacts_json(&s->contacts);
    print_checks_json(sc);
    json_bool("ok", !session_is_broken(s));
    if (r->video[0] != 0) json_text("video", r->video);
    if (r->picture[0] != 0) json_text("picture", r->picture);
    json_end('}');
}

void report_print(const report* r, const session* s)
{
    (s->options->json ? print_json : print_text)(r, s);
}
