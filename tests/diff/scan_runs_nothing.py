#!/usr/bin/env python3
"""A scan runs no program but git, and none of the project's code: scan_runs_nothing.py BINARY

A library put in front of libc writes down every fork and every program that is executed. The project that
is scanned would leave a mark if any of its code ran: on import, from its set-up file, from hooks that git could
be told to run, from a fake python3 that stands first on PATH. The same library does see a probe start Python, so
it would see a scan do it.
"""
import os
import shutil
import subprocess
import sys
import tempfile

SHIM = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <spawn.h>
static void note(const char *what, const char *name)
{
	const char *path = getenv("SHIM_LOG");
	int fd = path ? open(path, O_WRONLY | O_CREAT | O_APPEND, 0644) : -1;
	char line[4096];
	size_t n;
	if (fd < 0)
		return;
	strcpy(line, what);
	strcat(line, " ");
	strncat(line, name, 3000);
	strcat(line, "\n");
	n = strlen(line);
	if (write(fd, line, n) < 0)
		_exit(99);
	close(fd);
}
#define NEXT(name) __typeof__(&name) next = (__typeof__(&name))dlsym(RTLD_NEXT, #name)
pid_t fork(void) { NEXT(fork); note("fork", ""); return next(); }
int execve(const char *p, char *const a[], char *const e[]) { NEXT(execve); note("exec", p); return next(p, a, e); }
int execv(const char *p, char *const a[]) { NEXT(execv); note("exec", p); return next(p, a); }
int execvp(const char *p, char *const a[]) { NEXT(execvp); note("exec", p); return next(p, a); }
int system(const char *c) { NEXT(system); note("exec", c); return next(c); }
int posix_spawn(pid_t *i, const char *p, const posix_spawn_file_actions_t *f, const posix_spawnattr_t *t, char *const a[], char *const e[])
{ NEXT(posix_spawn); note("exec", p); return next(i, p, f, t, a, e); }
int posix_spawnp(pid_t *i, const char *p, const posix_spawn_file_actions_t *f, const posix_spawnattr_t *t, char *const a[], char *const e[])
{ NEXT(posix_spawnp); note("exec", p); return next(i, p, f, t, a, e); }
"""


def run(binary, shim, log, folder, *words, path=None):
    if os.path.exists(log):
        os.remove(log)
    env = dict(os.environ, LD_PRELOAD=shim, SHIM_LOG=log)
    if path:
        env["PATH"] = path + ":" + env["PATH"]
    done = subprocess.run([binary, *words], cwd=folder, env=env, capture_output=True, text=True)
    lines = open(log).read().split("\n") if os.path.exists(log) else []
    return [l.split(" ", 1)[1] for l in lines if l.startswith("exec ")], lines, done


def main():
    binary = os.path.abspath(sys.argv[1])
    place = tempfile.mkdtemp(prefix="portfit-runs-nothing-")
    passed = failed = 0
    try:
        source, shim, log = (os.path.join(place, n) for n in ("shim.c", "shim.so", "log"))
        open(source, "w").write(SHIM)
        subprocess.run(["cc", "-shared", "-fPIC", "-o", shim, source, "-ldl"], check=True)
        project = os.path.join(place, "project")
        os.makedirs(os.path.join(project, "bin"))
        mark = os.path.join(place, "mark")
        code = "import torch\nopen(%r, 'a').write('ran')\nx = torch.ones(2).cuda()\n" % mark
        for name in ("train.py", "setup.py", "conftest.py", "__init__.py", "sitecustomize.py"):
            open(os.path.join(project, name), "w").write(code)
        open(os.path.join(project, "graph.txt"), "w").write(
            "class GraphModule(torch.nn.Module):\n    def forward(self, x: \"f32[4]\"):\n"
            "        exp: \"f32[4]\" = torch.ops.aten.exp.default(x)\n        return (exp,)\n")
        for name in ("python3", "python"):
            fake = os.path.join(project, "bin", name)
            open(fake, "w").write("#!/bin/sh\necho ran >> %s\n" % mark)
            os.chmod(fake, 0o755)
        subprocess.run(["git", "init", "-q"], cwd=project, check=True)
        hook = os.path.join(place, "hook.sh")
        open(hook, "w").write("#!/bin/sh\necho ran >> %s\n" % mark)
        os.chmod(hook, 0o755)
        subprocess.run(["git", "config", "core.fsmonitor", hook], cwd=project, check=True)
        for words in (["scan", "."], ["scan", "graph.txt"], ["scan", "train.py", "--format", "json"], ["probe", "plan", "graph.txt",
                                                                                              "--device", "cpu"]):
            programs, _, done = run(binary, shim, log, project, *words, path=os.path.join(project, "bin"))
            strange = [p for p in programs if os.path.basename(p) != "git" and not p.endswith("/git")
                       and "/git-core/" not in p]
            ok = done.returncode == 0 and not strange and not os.path.exists(mark)
            passed, failed = passed + ok, failed + (not ok)
            if not ok:
                print("portfit %s: ran %s%s; status %d %s" % (" ".join(words), strange, ", and left the mark" if os.path.exists(mark)
                                                              else "", done.returncode, done.stderr[:200]))
        programs, _, _ = run(binary, shim, log, project, "env", path=os.path.join(project, "bin"))
        seen = any(os.path.basename(p).startswith("python") for p in programs)
        passed, failed = passed + seen, failed + (not seen)
        if not seen:
            print("the library does not see programs that are run")
    finally:
        shutil.rmtree(place, ignore_errors=True)
    print("scan runs nothing: %d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
