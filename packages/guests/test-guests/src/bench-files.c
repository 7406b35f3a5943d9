// Times file calls from inside, for the benchmarks: one line per measurement, "<name> <nanoseconds per operation>".
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static char block[65536];

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static void must(int ok, const char *what) {
  if (ok) return;
  perror(what);
  exit(1);
}

static void report(const char *name, double start, double operations) {
  printf("%s %.1f\n", name, (now() - start) / operations);
}

static void bytes(int count) {
  int fd = open("bytes.bin", O_CREAT | O_TRUNC | O_WRONLY, 0644);
  must(fd >= 0, "open");
  double start = now();
  for (int i = 0; i < count; i++) must(write(fd, block, 1) == 1, "write");
  report("write-byte", start, count);
  close(fd);
  unlink("bytes.bin");
}

static void blocks(const char *name, int count) {
  int fd = open("blocks.bin", O_CREAT | O_RDWR, 0644);
  must(fd >= 0, "open");
  char label[64];
  double start = now();
  for (int i = 0; i < count; i++) must(write(fd, block, sizeof block) == sizeof block, "write");
  snprintf(label, sizeof label, "write-block-%s", name);
  report(label, start, count);
  must(lseek(fd, 0, SEEK_SET) == 0, "lseek");
  start = now();
  for (int i = 0; i < count; i++) must(read(fd, block, sizeof block) == sizeof block, "read");
  snprintf(label, sizeof label, "read-block-%s", name);
  report(label, start, count);
  close(fd);
  unlink("blocks.bin");
}

static void small_files(int count) {
  char path[64];
  struct stat status;
  must(mkdir("small", 0755) == 0, "mkdir");
  double start = now();
  for (int i = 0; i < count; i++) {
    snprintf(path, sizeof path, "small/f%d", i);
    int fd = open(path, O_CREAT | O_EXCL | O_WRONLY, 0644);
    must(fd >= 0 && write(fd, block, 16) == 16, "create");
    close(fd);
  }
  report("create", start, count);
  start = now();
  for (int i = 0; i < count; i++) {
    snprintf(path, sizeof path, "small/f%d", i);
    must(stat(path, &status) == 0 && status.st_size == 16, "stat");
  }
  report("stat", start, count);
  start = now();
  for (int i = 0; i < count; i++) {
    snprintf(path, sizeof path, "small/f%d", i);
    must(unlink(path) == 0, "unlink");
  }
  report("unlink", start, count);
  rmdir("small");
}

static void appends(const char *name, int count) {
  int fd = open("append.log", O_CREAT | O_TRUNC | O_WRONLY | O_APPEND, 0644);
  must(fd >= 0, "open");
  char label[64];
  double start = now();
  for (int i = 0; i < count; i++) must(write(fd, block, 40) == 40, "append");
  snprintf(label, sizeof label, "append-%s", name);
  report(label, start, count);
  close(fd);
  unlink("append.log");
}

int main(void) {
  memset(block, 'x', sizeof block);
  bytes(200000);
  bytes(1000000);
  blocks("first", 4096);
  blocks("reused", 4096);
  small_files(20000);
  appends("10k", 10000);
  appends("100k", 100000);
  return 0;
}
