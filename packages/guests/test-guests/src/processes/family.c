/* Rules of processes, each as a line. The guest must be registered as "family", beside "cat", "exit-code", "trap", "spin",
 * "noop", "sleep" and "stack-overflow". */
#include "conformance/conformance.h"
#include "wasix.h"

#include <time.h>

static char *const NOOP[] = {"noop", NULL};
static char *const SPIN[] = {"spin", NULL};
static char *const CAT[] = {"cat", NULL};

static int child(const char *what, const char *value) {
  char *const argv[] = {"family", (char *)what, (char *)value, NULL};
  return spawn(argv);
}

static void ends(void) {
  rule("a-child-that-returns-ends-with-0", spawn_and_join(NOOP) == 0);
  char *const seven[] = {"exit-code", "7", NULL};
  rule("a-child-ends-with-its-code", spawn_and_join(seven) == 7);
  char *const trap[] = {"trap", NULL};
  rule("a-trap-is-an-abort-to-the-parent", spawn_and_join(trap) == 256 + 6);
  char *const overflow[] = {"stack-overflow", NULL};
  rule("an-exhausted-stack-is-a-segmentation-fault", spawn_and_join(overflow) == 256 + 11);
  char *const unknown[] = {"no-such-program", NULL};
  rule("an-unknown-program-is-ENOENT", spawn(unknown) == -ENOENT);
  make_file("plain", "text");
  char *const plain[] = {"/work/plain", NULL};
  rule("a-file-that-is-no-program-is-ENOEXEC", spawn(plain) == -ENOEXEC);
  char *const directory[] = {"/work", NULL};
  rule("a-directory-is-EACCES", spawn(directory) == -EACCES);
  char *const by_path[] = {"/usr/bin/noop", NULL};
  rule("a-program-is-found-by-its-path", spawn_and_join(by_path) == 0);
}

static void joins(void) {
  join_status status;
  option any = {0, 0};
  rule("without-children-a-join-is-ECHILD", wasix_proc_join(&any, 0, &status) == ECHILD);
  int slow = child("wait", "");
  option it = {1, slow};
  rule("a-join-need-not-hang",
       wasix_proc_join(&it, NO_HANG, &status) == 0 && status.tag == JOIN_NOTHING && it.tag == 1 && it.value == 0);
  rule("a-signal-ends-a-sleeper", wasix_proc_signal(slow, 15) == 0 && join(slow) == 256 + 15);
  rule("joined-once-is-joined", join(slow) == -ECHILD);
  int first = spawn(NOOP), second = spawn(NOOP);
  option one = {0, 0}, other = {0, 0};
  rule("a-join-takes-any-child", wasix_proc_join(&one, 0, &status) == 0 && wasix_proc_join(&other, 0, &status) == 0 &&
                                     one.value + other.value == (uint32_t)(first + second) && one.value != other.value);
  int me, parent;
  rule("a-process-knows-itself", wasix_proc_id(&me) == 0 && me == 1 && wasix_proc_parent(me, &parent) == 0 && parent == 0);
  rule("a-child-knows-its-parent", join(child("parent", "1")) == 0);
  rule("a-signal-to-nobody-is-ESRCH", wasix_proc_signal(9999, 15) == ESRCH);
  int zombie = spawn(NOOP);
  rule("a-signal-to-a-zombie-is-no-error", wasix_proc_signal(zombie, 0) == 0 && join(zombie) == 0);
  int busy = spawn(SPIN);
  rule("a-busy-loop-can-be-killed", wasix_proc_signal(busy, 9) == 0 && join(busy) == 256 + 9);
}

static void pipes(void) {
  int to[2], from[2];
  char buffer[64];
  rule("a-pipe-can-be-made", wasix_fd_pipe(&to[0], &to[1]) == 0 && wasix_fd_pipe(&from[0], &from[1]) == 0);
  fd_op ops[] = {
      {.command = OP_DUP2, .fd = 0, .source = to[0]}, {.command = OP_DUP2, .fd = 1, .source = from[1]},
      {.command = OP_CLOSE, .fd = to[1]},             {.command = OP_CLOSE, .fd = to[0]},
      {.command = OP_CLOSE, .fd = from[0]},           {.command = OP_CLOSE, .fd = from[1]},
  };
  int helper = spawn_with(CAT, ops, 6);
  close(to[0]);
  close(from[1]);
  bool answered = helper > 0;
  for (int i = 0; i < 100 && answered; i++) {
    int length = snprintf(buffer, sizeof buffer, "question %d", i);
    char answer[64];
    answered = write(to[1], buffer, length) == length && read(from[0], answer, sizeof answer) == length &&
               memcmp(buffer, answer, length) == 0;
  }
  rule("a-helper-answers-over-two-pipes", answered);
  close(to[1]);
  rule("the-end-of-a-pipe-is-seen", read(from[0], buffer, sizeof buffer) == 0 && join(helper) == 0);
  close(from[0]);

  wasix_fd_pipe(&to[0], &to[1]);
  fd_op reads[] = {{.command = OP_DUP2, .fd = 0, .source = to[0]}, {.command = OP_CLOSE, .fd = to[1]}};
  char *const once[] = {"family", "read-once", NULL};
  int reader = spawn_with(once, reads, 2);
  close(to[0]);
  write(to[1], "x", 1);
  rule("the-reader-ends", join(reader) == 0);
  refused("a-write-to-a-reader-that-is-gone-is-EPIPE", write(to[1], "x", 1), EPIPE);
  close(to[1]);

  wasix_fd_pipe(&to[0], &to[1]);
  fd_op spins[] = {{.command = OP_DUP2, .fd = 0, .source = to[0]}};
  int killed = spawn_with(SPIN, spins, 1);
  close(to[0]);
  wasix_proc_signal(killed, 9);
  join(killed);
  refused("a-killed-reader-is-gone-as-well", write(to[1], "x", 1), EPIPE);
  close(to[1]);

  handles got;
  rule("streams-can-be-piped", wasix_proc_spawn("cat", 3, 0, "cat\n", 4, "", 0, 0, 0, 2, ".", 1, &got) == 0 &&
                                   got.streams[0].tag == 1 && got.streams[1].tag == 1 && got.streams[2].tag == 0);
  rule("and-used", write(got.streams[0].value, "echo", 4) == 4 && read(got.streams[1].value, buffer, 4) == 4 &&
                       memcmp(buffer, "echo", 4) == 0 && close(got.streams[0].value) == 0 && join(got.pid) == 0);
  close(got.streams[1].value);
}

static void files(void) {
  make_file("seen", "before");
  rule("a-child-sees-what-was-written-before", join(child("holds", "seen")) == 0);
  rule("a-parent-sees-what-a-child-left", join(child("make", "left")) == 0 && holds("left", "made"));
  rule("a-removed-file-is-gone-for-the-parent", join(child("remove", "left")) == 0 && size_of("left") == -1);
  errno = 0;
  int fd = open("shared", O_RDWR | O_CREAT | O_TRUNC, 0644);
  write(fd, "abcdef", 6);
  lseek(fd, 2, SEEK_SET);
  fd_op input[] = {{.command = OP_DUP2, .fd = 0, .source = fd}};
  char *const two[] = {"family", "read-two", NULL};
  rule("a-position-is-shared", join(spawn_with(two, input, 1)) == 0 && lseek(fd, 0, SEEK_CUR) == 4);
  close(fd);
  fd_op output[] = {{.command = OP_OPEN, .fd = 1, .path = (uint32_t) "out", .path_length = 3,
                     .open_flags = 1 | 8, .rights = 64}};
  char *const says[] = {"family", "say", "hello", NULL};
  rule("the-output-of-a-child-goes-to-a-file", join(spawn_with(says, output, 1)) == 0 && holds("out", "hello"));
  mkdir("sub", 0755);
  fd_op into[] = {{.command = OP_CHDIR, .path = (uint32_t) "sub", .path_length = 3}};
  char *const makes[] = {"family", "make", "inside", NULL};
  rule("a-child-starts-in-its-directory", join(spawn_with(makes, into, 1)) == 0 && holds("sub/inside", "made"));
  make_file("log", "");
  int pids[8];
  for (int i = 0; i < 8; i++) pids[i] = child("append", "log");
  bool all = true;
  for (int i = 0; i < 8; i++) all = join(pids[i]) == 0 && all;
  rule("8-appenders-lose-nothing", all && size_of("log") == 8 * 100 * 10);
  int locks[4], won = 0;
  for (int i = 0; i < 4; i++) locks[i] = child("lock", "the-lock");
  for (int i = 0; i < 4; i++) won += join(locks[i]) == 0;
  rule("one-of-4-gets-the-lock", won == 1);
}

/** With a session that allows four processes. */
static void limits(void) {
  int pids[8], count = 0, last = 0;
  while (count < 8 && (last = child("wait", "")) > 0) pids[count++] = last;
  rule("too-many-processes-are-EAGAIN", last == -EAGAIN && count == 3);
  for (int i = 0; i < count; i++) wasix_proc_signal(pids[i], 9);
  bool all = true;
  for (int i = 0; i < count; i++) all = join(pids[i]) == 256 + 9 && all;
  rule("and-all-can-be-killed", all);
  for (count = 0; count < 8 && (last = spawn(NOOP)) > 0;) pids[count++] = last;
  rule("zombies-count", last == -EAGAIN && count == 3);
  for (int i = 0; i < count; i++) join(pids[i]);
  rule("until-they-are-joined", spawn_and_join(NOOP) == 0);
  rule("a-program-that-spawns-itself-without-end-is-stopped", join(child("deeper", "")) == EAGAIN);
  for (int i = 0; i < 3; i++) join(child("orphan", ""));
  rule("children-of-the-dead-go-on", child("wait", "") > 0 && child("wait", "") == -EAGAIN);
}

/** A program replaced by another keeps its number and what is not closed on exec. */
static void exec(void) {
  int fd = open("log", O_RDWR | O_CREAT | O_TRUNC, 0644), closed;
  wasix_fd_dup2(fd, 30, 1, &closed);
  char after[64];
  int length = snprintf(after, sizeof after, "family\nafter\n%d\n", fd);
  const char env[] = "KEY=a=b\nEMPTY=\n";
  rule("an-unknown-program-replaces-nothing",
       wasix_proc_exec3("nothing", 7, "nothing", 7, NULL, 0, 1, NULL, 0) == ENOENT);
  rule("an-environment-without-a-name-is-EINVAL",
       wasix_proc_exec3("family", 6, after, length, "nothing", 7, 1, NULL, 0) == EINVAL);
  write(fd, "kept", 4);
  wasix_proc_exec3("family", 6, after, length, env, sizeof env - 1, 1, NULL, 0);
  rule("exec-does-not-return", false);
}

static void after_exec(int fd) {
  char buffer[8];
  const char *key = getenv("KEY"), *empty = getenv("EMPTY");
  rule("the-new-program-has-the-new-environment", key != NULL && strcmp(key, "a=b") == 0 && empty != NULL && !*empty);
  rule("and-the-open-files", lseek(fd, 0, SEEK_CUR) == 4 && lseek(fd, 0, SEEK_SET) == 0 &&
                                 read(fd, buffer, 8) == 4 && memcmp(buffer, "kept", 4) == 0);
  refused("but-those-that-close-on-exec", lseek(30, 0, SEEK_CUR), EBADF);
  int me;
  rule("and-the-number", wasix_proc_id(&me) == 0 && me == 1);
  rule("and-may-spawn", spawn_and_join(NOOP) == 0);
}

static int append(const char *path) {
  int fd = open(path, O_WRONLY | O_APPEND);
  for (int i = 0; i < 100; i++)
    if (write(fd, "123456789\n", 10) != 10) return fail("append", path);
  return 0;
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "", *value = argc > 2 ? argv[2] : "";
  char buffer[16];
  // Children write to the same streams.
  setvbuf(stdout, NULL, _IOLBF, 256);
  if (strcmp(what, "parent") == 0) {
    int me, parent;
    return wasix_proc_id(&me) != 0 || wasix_proc_parent(me, &parent) != 0 || parent != atoi(value);
  }
  if (strcmp(what, "wait") == 0) return nanosleep(&(struct timespec){3600, 0}, NULL);
  if (strcmp(what, "read-once") == 0) return read(0, buffer, 1) != 1;
  if (strcmp(what, "read-two") == 0) return !(read(0, buffer, 2) == 2 && memcmp(buffer, "cd", 2) == 0);
  if (strcmp(what, "say") == 0) return write_all(1, value, strlen(value));
  if (strcmp(what, "holds") == 0) return !holds(value, "before");
  if (strcmp(what, "make") == 0) return make_file(value, "made"), 0;
  if (strcmp(what, "remove") == 0) return unlink(value);
  if (strcmp(what, "append") == 0) return append(value);
  if (strcmp(what, "lock") == 0) return open(value, O_WRONLY | O_CREAT | O_EXCL, 0644) < 0;
  if (strcmp(what, "orphan") == 0) return child("wait", "") < 0;
  if (strcmp(what, "deeper") == 0) {
    int pid = child("deeper", "");
    return pid < 0 ? -pid : join(pid);
  }
  if (strcmp(what, "ends") == 0) ends();
  if (strcmp(what, "joins") == 0) joins();
  if (strcmp(what, "pipes") == 0) pipes();
  if (strcmp(what, "files") == 0) files();
  if (strcmp(what, "limits") == 0) limits();
  if (strcmp(what, "exec") == 0) exec();
  if (strcmp(what, "after") == 0) after_exec(atoi(value));
  if (strcmp(what, "many") == 0) {
    int count = atoi(value), done = 0;
    while (done < count && spawn_and_join(NOOP) == 0) done++;
    return done != count;
  }
  if (strcmp(what, "tree") == 0) {
    // Children that write, compute and wait, and their parent waiting for one of them.
    make_file("by-parent", "x");
    for (int i = 0; i < 2; i++) child("wait", "");
    spawn(SPIN);
    child("make", "by-child");
    fd_op none[] = {{.command = OP_CLOSE, .fd = 0}};
    int last = spawn_with((char *const[]){"family", "wait", "", NULL}, none, 1);
    printf("ready\n");
    return join(last);
  }
  if (strcmp(what, "leave") == 0) return child("wait", "") < 0 || spawn(SPIN) < 0 ? 1 : 3;
  return conclude();
}
