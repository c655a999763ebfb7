/* fork and exec with pipes; the parent reads with poll against a deadline and kills what runs over
 * it. */
#include "base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

/* The child's environment without GIT_*. */
static char **clean_environment(struct arena *arena)
{
	uint32_t n = 0, k = 0;
	char **out;

	while (environ[n])
		n++;
	out = ARENA_ARRAY(arena, char *, (size_t)n + 2);
	for (uint32_t i = 0; i < n; i++)
		if (strncmp(environ[i], "GIT_", 4) != 0)
			out[k++] = environ[i];
	out[k] = (char *)(uintptr_t) "GIT_OPTIONAL_LOCKS=0";
	return out;
}

static _Noreturn void child(const struct process *process, int out, char **environment)
{
	int null = open("/dev/null", O_RDWR);

	if (null < 0 || dup2(null, 0) < 0 || dup2(out, 1) < 0 || dup2(null, 2) < 0)
		_exit(127);
	if (process->folder && chdir(process->folder) != 0)
		_exit(127);
	environ = environment;
	execvp(process->argv[0], (char *const *)(uintptr_t)process->argv);
	_exit(127);
}

static int64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Reads until the end; NULL or the reason in words. */
static const char *read_output(const struct process *process, int in, struct buf *out)
{
	int64_t deadline = now_ms() + (int64_t)process->limit_seconds * 1000;

	for (;;) {
		struct pollfd p = {.fd = in, .events = POLLIN};
		int64_t left = deadline - now_ms();
		ssize_t n;

		if (left <= 0)
			return "ran too long";
		if (poll(&p, 1, left > 60000 ? 60000 : (int)left) < 0 && errno != EINTR)
			return strerror(errno);
		if (!p.revents)
			continue;
		n = read(in, buf_room(out, 1 << 16), 1 << 16);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n < 0 ? strerror(errno) : NULL;
		out->len += (size_t)n;
		if (out->len > process->limit_bytes)
			return "said too much";
	}
}

bool process_run(struct arena *arena, const struct process *process, str *output, const char **why)
{
	char **environment = clean_environment(arena);
	struct buf out = {0};
	int ends[2], status = 0;
	pid_t pid;

	*why = NULL;
	if (pipe2(ends, O_CLOEXEC) != 0) {
		*why = strerror(errno);
		return false;
	}
	pid = fork();
	if (pid == 0)
		child(process, ends[1], environment);
	close(ends[1]);
	if (pid < 0)
		*why = strerror(errno);
	else
		*why = read_output(process, ends[0], &out);
	close(ends[0]);
	if (pid > 0 && *why)
		kill(pid, SIGKILL);
	while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (!*why && !(WIFEXITED(status) && WEXITSTATUS(status) == 0))
		*why = WIFEXITED(status) && WEXITSTATUS(status) == 127 ? "cannot be run" : "failed";
	if (!*why)
		*output = arena_dup(arena, buf_str(&out));
	buf_free(&out);
	return !*why;
}
