/*
 * keys raw            keys one by one as hexadecimal numbers until `q`, then one line as lines are
 * keys handle WHERE   a function of its own for signals, which interrupts WHERE: read, sleep or calls
 * keys leave WHERE    writes `kept.txt` and waits without such a function; WHERE may be spin, too
 * keys size           the size, and again after each change of it until the end of input
 * keys lines          how many bytes each read gives, until one gives none; and once more
 */
#include "guest.h"
#include "wasix.h"

#include <sched.h>

typedef struct {
  uint32_t columns, rows, width, height;
  uint8_t in, out, err, echo, line_buffered, line_feeds, mark, flags;
} terminal;
_Static_assert(sizeof(terminal) == 24, "terminal");

WASIX(tty_get) int wasix_tty_get(terminal *);
WASIX(tty_set) int wasix_tty_set(const terminal *);
WASIX(callback_signal) void wasix_callback_signal(const char *, int);

static volatile int seen;

__attribute__((export_name("__wasm_signal"))) void on_signal(int signal) {
  seen = signal;
  printf("signal %d\n", signal);
  fflush(stdout);
}

static void say(const char *text) {
  printf("%s\n", text);
  fflush(stdout);
}

static int raw(void) {
  terminal was, now;
  if (wasix_tty_get(&was) != 0) return 2;
  now = was;
  now.echo = now.line_buffered = 0;
  if (wasix_tty_set(&now) != 0) return 3;
  say("raw");
  for (char key = 0; key != 'q';) {
    ssize_t count = read(0, &key, 1);
    if (count <= 0) return 4;
    printf("%02x ", (unsigned char)key);
    fflush(stdout);
  }
  if (wasix_tty_set(&was) != 0) return 5;
  say("cooked");
  char line[256];
  if (fgets(line, sizeof line, stdin) == NULL) return 6;
  printf("line %s", line);
  return 0;
}

static int wait_in(const char *where) {
  char line[256];
  say("waiting");
  if (strcmp(where, "read") == 0) {
    ssize_t count = read(0, line, sizeof line);
    if (count < 0) say(errno_name(errno));
    else say("read");
  } else if (strcmp(where, "sleep") == 0) {
    sleep(3600);
  } else if (strcmp(where, "calls") == 0) {
    while (seen == 0) sched_yield();
  } else {
    for (;;) seen = 0;
  }
  return 7;
}

static int size(void) {
  for (;;) {
    terminal now;
    char line[16];
    if (wasix_tty_get(&now) != 0) return 2;
    printf("%ux%u\n", now.columns, now.rows);
    fflush(stdout);
    ssize_t count = read(0, line, sizeof line);
    if (count == 0) return 0;
  }
}

static int lines(void) {
  char line[256];
  say("waiting");
  for (int ends = 0; ends < 2;) {
    ssize_t count = read(0, line, sizeof line);
    printf("(%d)\n", (int)count);
    fflush(stdout);
    if (count <= 0) ends++;
  }
  return 0;
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  const char *where = argc > 2 ? argv[2] : "";
  if (strcmp(what, "raw") == 0) return raw();
  if (strcmp(what, "lines") == 0) return lines();
  if (strcmp(what, "leave") == 0) {
    int fd = open("kept.txt", O_WRONLY | O_CREAT, 0644);
    if (fd < 0) return fail("open", "kept.txt");
    write_all(fd, "new", 3);
    close(fd);
    return wait_in(where);
  }
  wasix_callback_signal("__wasm_signal", 13);
  if (strcmp(what, "handle") == 0) return wait_in(where);
  if (strcmp(what, "size") == 0) return size();
  return usage("keys raw|handle|leave|size|lines [WHERE]");
}
