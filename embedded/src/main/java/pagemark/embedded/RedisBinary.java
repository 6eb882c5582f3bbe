package pagemark.embedded;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import redis.embedded.core.ExecutableProvider;

/// Finds a `redis-server` that runs on this machine.
final class RedisBinary {
  private static final int VERSION_SECONDS_MAX = 5;

  /// A process that was forked while the binary was unpacked holds the file open until it runs its
  /// own program, which takes long on a busy machine. So such a start is tried again, for five
  /// seconds.
  private static final String BUSY = "Text file busy";

  private static final int TRIES_MAX = 250;

  private static final int TRY_AGAIN_MILLIS = 20;

  private RedisBinary() {}

  /// Finds a binary: the embedded one, unpacked into `scratch`, else the first one on the PATH that
  /// runs.
  static Path find(Path scratch) {
    return choose(() -> embedded(scratch), RedisBinary::onPath);
  }

  static Path choose(Supplier<Optional<Path>> embedded, Supplier<Optional<Path>> onPath) {
    return embedded
        .get()
        .filter(RedisBinary::runs)
        .or(onPath)
        .orElseThrow(
            () ->
                new ServerStartException(
                    "Redis does not run here: neither the embedded binary nor a redis-server on"
                        + " the PATH starts. Install redis-server, or use a server of your own with"
                        + " --index redis://HOST:PORT"));
  }

  static Optional<Path> onPath() {
    return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
        .splitAsStream(Optional.ofNullable(System.getenv("PATH")).orElse(""))
        .map(folder -> Path.of(folder, "redis-server"))
        .filter(Files::isExecutable)
        .filter(RedisBinary::runs)
        .findFirst();
  }

  private static Optional<Path> embedded(Path scratch) {
    try {
      return Optional.of(
          ExecutableProvider.newJarResourceProvider(scratch.toFile()).get().toPath());
    } catch (IOException | RuntimeException e) {
      // There is no binary for this machine. The library says so by runtime exceptions too.
      return Optional.empty();
    }
  }

  private static boolean runs(Path binary) {
    try {
      for (int tries = 1; isBusy(binary) && tries < TRIES_MAX; tries++) {
        Thread.sleep(TRY_AGAIN_MILLIS);
      }
      return printsVersion(binary);
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerStartException("Redis: interrupted while starting", e);
    }
  }

  private static boolean isBusy(Path binary) throws InterruptedException {
    try {
      printsVersion(binary);
      return false;
    } catch (IOException e) {
      return String.valueOf(e.getMessage()).contains(BUSY);
    }
  }

  private static boolean printsVersion(Path binary) throws IOException, InterruptedException {
    Process version =
        new ProcessBuilder(binary.toString(), "--version")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (!version.waitFor(VERSION_SECONDS_MAX, TimeUnit.SECONDS)) {
      version.destroyForcibly();
      return false;
    }
    return version.exitValue() == 0;
  }
}
