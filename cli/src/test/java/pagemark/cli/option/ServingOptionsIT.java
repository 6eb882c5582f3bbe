package pagemark.cli.option;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.index.Patience;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// Two commands whose shell is killed: the one says why it stops, the other runs on.
final class ServingOptionsIT {
  private static final Duration WAIT_MAX = Patience.of(Duration.ofSeconds(20));
  private static final String BOTH = "\"$@\" & \"$@\" --keep & echo $!; wait";

  @TempDir private Path folder;

  @Test
  void stopsWithItsParentUnlessItIsToRunOn() throws Exception {
    Path output = folder.resolve("output.txt");
    Process shell =
        new ProcessBuilder(
                "/bin/sh",
                "-c",
                BOTH,
                "sh",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Serving.class.getName())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    await(output, "(?s).*serves.*serves.*");
    String kept = Files.readString(output).replaceFirst("(?s).*?(\\d+)\n.*", "$1");
    ProcessHandle child = ProcessHandle.of(Long.parseLong(kept)).orElseThrow();
    shell.destroyForcibly();
    await(output, "(?s).*Stopped: the process that started this one has ended \\(see --keep\\)\n");
    // Longer than between two looks at the parent.
    assertThrows(TimeoutException.class, () -> child.onExit().get(3, SECONDS));
    child.destroy();
  }

  @ParameterizedTest
  @ValueSource(strings = {"demo.example:8080", "demo.example/", "https://demo.example", ""})
  void aHostNameHasNeitherPortNorSlash(String name) {
    StringWriter err = new StringWriter();
    CommandLine command = new CommandLine(new Serving()).setErr(new PrintWriter(err));
    assertEquals(CommandLine.ExitCode.USAGE, command.execute("--host-name=" + name));
    assertTrue(
        err.toString()
            .contains("--host-name is '%s'. Valid: a name without port and slash".formatted(name)),
        err::toString);
  }

  private static void await(Path output, String pattern) throws Exception {
    long start = System.nanoTime();
    while (!Files.readString(output).matches(pattern)) {
      assertTrue(System.nanoTime() - start < WAIT_MAX.toNanos(), Files.readString(output));
      Thread.sleep(20);
    }
  }

  @Command(name = "serving")
  static final class Serving implements Callable<Integer> {
    @Mixin private final ServingOptions options = new ServingOptions();

    public static void main(String[] args) {
      new CommandLine(new Serving()).execute(args);
    }

    @Override
    public Integer call() throws InterruptedException {
      options.watchParent();
      System.out.println("serves");
      Thread.currentThread().join();
      return 0;
    }
  }
}
