/* poll(2) and sleeping. stdin must stay silent at first, give "go" once the guest has slept, and then end. */
#include "conformance/conformance.h"

#include <poll.h>
#include <time.h>

static long long now_ms(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

int main(void) {
  char buffer[8];
  struct pollfd input = {.fd = 0, .events = POLLIN};
  struct pollfd both[2] = {{.fd = 0, .events = POLLIN}, {.fd = 1, .events = POLLOUT}};

  long long before = now_ms(CLOCK_MONOTONIC);
  rule("a-silent-input-times-out", poll(&input, 1, 60) == 0);
  long long waited = now_ms(CLOCK_MONOTONIC) - before;
  rule("not-before-the-time", waited >= 60);
  rule("and-soon-after-it", waited < 1000);

  rule("only-what-is-ready-is-reported",
       poll(both, 2, 1000) == 1 && both[0].revents == 0 && both[1].revents == POLLOUT);
  rule("a-time-out-of-0-looks-and-returns", poll(&input, 1, 0) == 0);

  before = now_ms(CLOCK_REALTIME);
  struct timespec pause = {.tv_sec = 0, .tv_nsec = 30000000};
  rule("nanosleep-sleeps", nanosleep(&pause, NULL) == 0 && now_ms(CLOCK_REALTIME) - before >= 30);

  rule("input-wakes-a-long-wait", poll(&input, 1, 60000) == 1 && (input.revents & POLLIN) != 0);
  rule("and-can-be-read", read(0, buffer, sizeof buffer) == 2 && memcmp(buffer, "go", 2) == 0);
  rule("the-end-of-input-is-ready", poll(&input, 1, 60000) == 1 && read(0, buffer, sizeof buffer) == 0);

  make_file("file", "content");
  struct pollfd file = {.fd = open("file", O_RDONLY), .events = POLLIN};
  rule("a-file-is-ready", poll(&file, 1, 60000) == 1 && (file.revents & POLLIN) != 0);
  return conclude();
}
