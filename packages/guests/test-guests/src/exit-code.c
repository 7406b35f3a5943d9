/* exit-code N: exits with N, which may be larger than 255 or negative. */
#include <stdlib.h>

int main(int argc, char **argv) { exit(argc > 1 ? atoi(argv[1]) : 0); }
