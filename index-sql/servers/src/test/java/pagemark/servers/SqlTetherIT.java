package pagemark.servers;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Scanner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.index.Nightly;

@Nightly
final class SqlTetherIT {
  @TempDir private Path temp;

  @Test
  void aKilledJvmTakesItsServersAlong() throws Exception {
    Process jvm = start();
    List<Long> pids =
        new Scanner(String.valueOf(jvm.inputReader().readLine()))
            .tokens()
            .map(Long::valueOf)
            .toList();
    assertTrue(pids.size() > 2, pids + " are too few");
    assertTrue(pids.stream().allMatch(Machine::isRunning));
    jvm.destroyForcibly().waitFor();
    Machine.awaitNothingLeft(pids, temp);
  }

  private Process start() throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classPath = System.getProperty("java.class.path");
    return new ProcessBuilder(
            java,
            "-XX:TieredStopAtLevel=1",
            "-Djava.io.tmpdir=" + temp,
            "-cp",
            classPath,
            BothSqlServers.class.getName())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }
}
