/* Descriptors: access modes, positions, sizes. */
#include "conformance/conformance.h"

#include <sys/uio.h>

int main(void) {
  char buffer[64] = {0};
  struct stat status;

  make_file("file", "0123456789");
  int reader = open("file", O_RDONLY);
  int writer = open("file", O_WRONLY);
  refused("writing-to-a-reader-is-EBADF", write(reader, "x", 1), EBADF);
  refused("reading-from-a-writer-is-EBADF", read(writer, buffer, 1), EBADF);
  refused("a-closed-number-is-EBADF", read(999, buffer, 1), EBADF);
  rule("truncating-a-reader-is-refused", ftruncate(reader, 0) == -1 && (errno == EINVAL || errno == EBADF));

  rule("a-write-in-the-middle-overwrites", pwrite(writer, "ab", 2, 4) == 2 && holds("file", "0123ab6789"));
  rule("pread-leaves-the-position",
       pread(reader, buffer, 4, 3) == 4 && memcmp(buffer, "3ab6", 4) == 0 && lseek(reader, 0, SEEK_CUR) == 0);
  rule("seek-from-the-end",
       lseek(reader, -2, SEEK_END) == 8 && read(reader, buffer, 9) == 2 && memcmp(buffer, "89", 2) == 0);
  rule("reading-at-the-end-is-0-again-and-again", read(reader, buffer, 9) == 0 && read(reader, buffer, 9) == 0);
  refused("seek-before-the-start-is-EINVAL", lseek(reader, -11, SEEK_END), EINVAL);

  struct iovec parts[3] = {{buffer, 1}, {buffer + 10, 0}, {buffer + 20, 5}};
  lseek(reader, 0, SEEK_SET);
  rule("readv-fills-its-parts",
       readv(reader, parts, 3) == 6 && buffer[0] == '0' && memcmp(buffer + 20, "123ab", 5) == 0);
  rule("preadv-fills-its-parts",
       preadv(reader, parts, 3, 4) == 6 && buffer[0] == 'a' && memcmp(buffer + 20, "b6789", 5) == 0);

  rule("writing-past-the-end-leaves-zeros",
       pwrite(writer, "z", 1, 12) == 1 && pread(reader, buffer, 3, 10) == 3 && memcmp(buffer, "\0\0z", 3) == 0);
  rule("ftruncate-extends-with-zeros",
       ftruncate(writer, 2) == 0 && ftruncate(writer, 4) == 0 && pread(reader, buffer, 9, 0) == 4 &&
         memcmp(buffer, "01\0\0", 4) == 0);
  rule("posix_fallocate-extends", posix_fallocate(writer, 2, 8) == 0 && size_of("file") == 10);
  rule("posix_fallocate-never-cuts", posix_fallocate(writer, 0, 1) == 0 && size_of("file") == 10);

  rule("the-lowest-number-is-given", close(reader) == 0 && open("file", O_RDONLY) == reader);
  refused("reading-a-directory-is-EISDIR", read(open(".", O_RDONLY | O_DIRECTORY), buffer, 1), EISDIR);

  struct timespec times[2] = {{.tv_sec = 1234567890, .tv_nsec = 123456789},
                              {.tv_sec = 4102444800, .tv_nsec = 999999999}};
  rule("times-keep-nanoseconds", futimens(writer, times) == 0 && fstat(writer, &status) == 0 &&
                                   status.st_atim.tv_nsec == 123456789 && status.st_mtim.tv_sec == 4102444800 &&
                                   status.st_mtim.tv_nsec == 999999999);
  write_all(writer, "x", 1);
  rule("a-write-moves-mtime",
       fstat(writer, &status) == 0 && status.st_mtim.tv_sec != 4102444800 && status.st_atim.tv_sec == 1234567890);
  return conclude();
}
