// The program's commands. Each returns what the program returns.
#ifndef MASSA_PROGRAM_COMMANDS_H
#define MASSA_PROGRAM_COMMANDS_H

#include "session.h"

int command_list(const options*);
int command_info(const options*);
int command_run(const options*);
int command_view(const options*);
int command_bench(const options*);

// One line on stderr; returns the code.
int complain(int code, const char* sentence);

#endif
