/* caller - keeper - program. The keeper is a fork of the caller that execs nothing: it adopts
 * whatever the program leaves behind (PR_SET_CHILD_SUBREAPER), waits for the program's death or
 * for the closing of the control pipe, kills all that is left, and reports how the program died.
 *
 * What surprises: the end of the reply pipe does not mean that the program is gone, since a fork
 * of user code may hold it open; only the keeper's report does. */
#include "base/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { CHILD_COMMANDS = 3, CHILD_REPLIES, CHILD_GIVEN, POLL_MS = 100, CLEAR_OF_CHILD = 16 };

int64_t clock_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ------------------------------------------------------------------ the program */

static size_t name_length(const char *pair)
{
	return strcspn(pair, "=");
}

static char **merged_environment(struct arena *arena, const char *const *set)
{
	uint32_t n = 0, n_set = 0, k = 0;
	char **out;

	while (environ[n])
		n++;
	while (set && set[n_set])
		n_set++;
	out = ARENA_ARRAY(arena, char *, (size_t)n + n_set + 1);
	for (uint32_t i = 0; i < n; i++) {
		bool replaced = false;

		for (uint32_t s = 0; s < n_set; s++)
			replaced |= name_length(set[s]) == name_length(environ[i]) &&
			            strncmp(set[s], environ[i], name_length(set[s]) + 1) == 0;
		if (!replaced)
			out[k++] = environ[i];
	}
	for (uint32_t s = 0; s < n_set; s++)
		out[k++] = (char *)(uintptr_t)set[s];
	return out;
}

struct ends {
	int commands, replies, given, log, null;
	int control, death; /* of the keeper */
	char **environment; /* of the program */
};

static _Noreturn void become_program(const struct worker_plan *plan, const struct ends *ends)
{
	sigset_t none;

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	signal(SIGPIPE, SIG_DFL);
	signal(SIGXFSZ, SIG_DFL);
	signal(SIGINT, SIG_DFL);
	if (dup2(ends->null, 0) < 0 || dup2(ends->log < 0 ? ends->null : ends->log, 1) < 0 ||
	        dup2(ends->log < 0 ? ends->null : ends->log, 2) < 0 ||
	        dup2(ends->commands, CHILD_COMMANDS) < 0 ||
	        dup2(ends->replies, CHILD_REPLIES) < 0 || dup2(ends->given, CHILD_GIVEN) < 0)
		_exit(127);
	environ = ends->environment;
	execvp(plan->argv[0], (char *const *)(uintptr_t)plan->argv);
	_exit(127);
}

/* ------------------------------------------------------------------ the keeper */

/* Kills every child of this process; those they leave behind become ours and are met next time. */
static bool kill_children(void)
{
	char path[64], text[4096], *at = text;
	int fd;
	ssize_t n;
	bool some = false;

	snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	n = read(fd, text, sizeof text - 1);
	close(fd);
	text[n > 0 ? n : 0] = 0;
	for (;;) {
		char *end;
		long pid = strtol(at, &end, 10);

		if (end == at)
			return some;
		at = end;
		if (pid > 1 && kill((pid_t)pid, SIGKILL) == 0)
			some = true;
	}
}

static void clear_away(pid_t program)
{
	kill(-program, SIGKILL);
	kill(program, SIGKILL);
	for (int round = 0; round < 1000; round++) {
		pid_t got;

		kill_children();
		while ((got = waitpid(-1, NULL, WNOHANG)) > 0)
			;
		if (got < 0 && errno == ECHILD)
			return;
		usleep(2000);
	}
}

/* Waits for the program's death or the caller's word; the status, or -1 when told to end it. */
static int keep_watch(pid_t program, int control, int deaths)
{
	for (;;) {
		struct pollfd p[2] = {
		        {.fd = control, .events = POLLIN}, {.fd = deaths, .events = POLLIN}};
		struct signalfd_siginfo drop;
		int status;

		if (poll(p, 2, -1) < 0 && errno != EINTR)
			return -1;
		while (read(deaths, &drop, sizeof drop) > 0)
			;
		for (pid_t got; (got = waitpid(-1, &status, WNOHANG)) > 0;)
			if (got == program)
				return status;
		if (p[0].revents)
			return -1;
	}
}

static _Noreturn void keep(const struct worker_plan *plan, const struct ends *ends)
{
	int32_t words[2] = {0, 0};
	sigset_t child;
	int deaths, status;
	pid_t program;

	setpgid(0, 0);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	sigprocmask(SIG_BLOCK, &child, NULL);
	signal(SIGINT, SIG_IGN);
	signal(SIGTERM, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	signal(SIGPIPE, SIG_IGN);
	deaths = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
	if (deaths < 0)
		_exit(1);
	program = fork();
	if (program == 0)
		become_program(plan, ends);
	close(ends->commands);
	close(ends->replies);
	words[0] = program;
	if (program < 0 || write(ends->death, words, sizeof words[0]) < 0)
		_exit(1);
	status = keep_watch(program, ends->control, deaths);
	clear_away(program);
	words[1] = status;
	if (status != -1 && write(ends->death, &words[1], sizeof words[1]) < 0)
		_exit(1);
	_exit(0);
}

/* ------------------------------------------------------------------ the caller */

/* A descriptor beyond those that the program gets by number. */
static int move_up(int fd)
{
	int up = fcntl(fd, F_DUPFD_CLOEXEC, CLEAR_OF_CHILD);

	close(fd);
	return up;
}

static int memory_file(str content)
{
	int fd = memfd_create("portfit", MFD_CLOEXEC);
	size_t done = 0;

	while (fd >= 0 && done < content.len) {
		ssize_t n = write(fd, content.ptr + done, content.len - done);

		if (n <= 0 && errno != EINTR) {
			close(fd);
			return -1;
		}
		done += n > 0 ? (size_t)n : 0;
	}
	return fd < 0 ? -1 : move_up(fd);
}

struct pipes {
	int commands[2], replies[2], control[2], death[2];
};

static bool open_pipe(int ends[2])
{
	if (pipe2(ends, O_CLOEXEC) != 0)
		return false;
	ends[0] = move_up(ends[0]);
	ends[1] = move_up(ends[1]);
	return ends[0] >= 0 && ends[1] >= 0;
}

/* Reads the program's number, which the keeper sends first. */
static bool learn_pid(struct worker *out)
{
	int32_t pid;
	ssize_t n;

	while ((n = read(out->death, &pid, sizeof pid)) < 0 && errno == EINTR)
		;
	out->pid = n == sizeof pid ? pid : 0;
	return out->pid > 0;
}

bool worker_start(
        struct env *env, const struct worker_plan *plan, struct worker *out, const char **why)
{
	struct pipes p;
	struct ends ends;

	*out = (struct worker){.line_bytes = plan->line_bytes};
	*why = NULL;
	if (!open_pipe(p.commands) || !open_pipe(p.replies) || !open_pipe(p.control) ||
	        !open_pipe(p.death)) {
		*why = strerror(errno);
		return false;
	}
	ends = (struct ends){.commands = p.commands[0],
	        .replies = p.replies[1],
	        .given = memory_file(plan->given),
	        .log = plan->log,
	        .null = open("/dev/null", O_RDWR | O_CLOEXEC),
	        .control = p.control[0],
	        .death = p.death[1],
	        .environment = merged_environment(env->keep, plan->set)};
	out->keeper = ends.given < 0 || ends.null < 0 ? -1 : fork();
	if (out->keeper == 0) {
		close(p.control[1]);
		close(p.commands[1]);
		close(p.replies[0]);
		close(p.death[0]);
		keep(plan, &ends);
	}
	if (out->keeper < 0)
		*why = strerror(errno);
	close(p.commands[0]);
	close(p.replies[1]);
	close(p.control[0]);
	close(p.death[1]);
	close(ends.given);
	close(ends.null);
	out->to = p.commands[1];
	out->from = p.replies[0];
	out->control = p.control[1];
	out->death = p.death[0];
	fcntl(out->from, F_SETFL, O_NONBLOCK);
	fcntl(out->to, F_SETFL, O_NONBLOCK);
	if (out->keeper > 0 && !learn_pid(out))
		*why = "no process could be made";
	if (*why)
		worker_stop(out);
	return !*why;
}

bool worker_send(struct worker *worker, str line, int64_t deadline_ms)
{
	struct buf text = {0};
	size_t done = 0;
	bool ok = true;

	buf_put(&text, line);
	buf_byte(&text, '\n');
	while (ok && done < text.len) {
		struct pollfd p = {.fd = worker->to, .events = POLLOUT};
		ssize_t n = write(worker->to, text.ptr + done, text.len - done);

		if (n > 0)
			done += (size_t)n;
		else if (errno != EAGAIN && errno != EINTR)
			ok = false;
		else if (clock_ms() > deadline_ms)
			ok = false;
		else
			poll(&p, 1, POLL_MS);
	}
	buf_free(&text);
	return ok;
}

static size_t resident(int pid)
{
	char path[64], text[128], *at;
	long pages;
	int fd;
	ssize_t n;

	snprintf(path, sizeof path, "/proc/%d/statm", pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	n = read(fd, text, sizeof text - 1);
	close(fd);
	text[n > 0 ? n : 0] = 0;
	strtol(text, &at, 10);
	pages = strtol(at, NULL, 10);
	return pages > 0 ? (size_t)pages * (size_t)sysconf(_SC_PAGESIZE) : 0;
}

size_t worker_memory(const struct worker *worker)
{
	char path[64], text[1024], *at = text;
	size_t total = resident(worker->pid);
	int fd;
	ssize_t n;

	snprintf(path, sizeof path, "/proc/%d/task/%d/children", worker->pid, worker->pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return total;
	n = read(fd, text, sizeof text - 1);
	close(fd);
	text[n > 0 ? n : 0] = 0;
	for (;;) {
		char *end;
		long pid = strtol(at, &end, 10);

		if (end == at)
			return total;
		at = end;
		total += resident((int)pid);
	}
}

/* One whole line out of what has come; false when there is none yet. */
static bool take_line(struct worker *worker, str *line)
{
	str rest = str_from_at(buf_str(&worker->in), worker->taken);
	size_t end = str_find_byte(rest, '\n');

	if (end == rest.len) {
		if (rest.len)
			memmove(worker->in.ptr, rest.ptr, rest.len);
		worker->in.len = rest.len;
		worker->taken = 0;
		return false;
	}
	*line = str_slice(rest, 0, end);
	worker->taken += end + 1;
	return true;
}

/* False at the end of the pipe. */
static bool fill(struct worker *worker)
{
	ssize_t n = read(worker->from, buf_room(&worker->in, 1 << 16), 1 << 16);

	if (n > 0)
		worker->in.len += (size_t)n;
	return n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR));
}

static void learn_death(struct worker *worker)
{
	int32_t status;
	ssize_t n;

	while ((n = read(worker->death, &status, sizeof status)) < 0 && errno == EINTR)
		;
	/* A keeper that died itself took the program along. */
	worker->status = n == sizeof status ? status : SIGKILL;
	worker->ended = true;
	while (fill(worker) &&
	        poll(&(struct pollfd){.fd = worker->from, .events = POLLIN}, 1, 0) > 0)
		;
}

static bool over_memory(struct worker *worker, int64_t *next)
{
	int64_t now = clock_ms();

	if (!worker->limit_bytes || now < *next)
		return false;
	*next = now + POLL_MS;
	return worker_memory(worker) > worker->base_bytes + worker->limit_bytes;
}

enum worker_event worker_wait(
        struct env *env, struct worker *worker, int64_t deadline_ms, str *line)
{
	int64_t next_look = clock_ms() + POLL_MS;
	bool open = true;

	for (;;) {
		struct pollfd p[2] = {{.fd = worker->death, .events = POLLIN},
		        {.fd = open ? worker->from : -1, .events = POLLIN}};
		int64_t left = deadline_ms - clock_ms();

		if (take_line(worker, line))
			return WORKER_LINE;
		if (worker->ended)
			return WORKER_ENDED;
		if (worker->in.len > worker->line_bytes)
			return WORKER_GARBLED;
		if (env->cancel && *env->cancel)
			return WORKER_CANCEL;
		if (left <= 0)
			return WORKER_TIME;
		if (over_memory(worker, &next_look))
			return WORKER_MEMORY;
		if (poll(p, 2, left > POLL_MS ? POLL_MS : (int)left) < 0)
			continue;
		if (p[1].revents)
			open = fill(worker);
		else if (p[0].revents)
			learn_death(worker);
	}
}

static void close_one(int *fd)
{
	if (*fd > 0)
		close(*fd);
	*fd = 0;
}

void worker_stop(struct worker *worker)
{
	close_one(&worker->control);
	close_one(&worker->to);
	while (worker->keeper > 0 && waitpid(worker->keeper, NULL, 0) < 0 && errno == EINTR)
		;
	close_one(&worker->from);
	close_one(&worker->death);
	buf_free(&worker->in);
	*worker = (struct worker){.status = worker->status, .ended = worker->ended};
}

bool worker_killed_from_outside(const struct worker *worker)
{
	int number = WIFSIGNALED(worker->status) ? WTERMSIG(worker->status) : 0;

	return worker->ended &&
	       (number == SIGKILL || number == SIGTERM || number == SIGINT || number == SIGHUP);
}

str worker_status_text(struct arena *arena, int status)
{
	if (WIFSIGNALED(status))
		return arena_format(arena, "killed by signal %d (%s)", WTERMSIG(status),
		        strsignal(WTERMSIG(status)));
	return arena_format(arena, "ended with exit status %d", WEXITSTATUS(status));
}
