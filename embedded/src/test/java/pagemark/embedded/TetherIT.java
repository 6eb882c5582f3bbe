package pagemark.embedded;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TetherIT {
  @TempDir private Path temp;

  @Test
  void aFrozenServerGoesToo() throws Exception {
    Process jvm = Processes.java(List.of(), BothServers.class, temp);
    List<Long> pids = Processes.readPids(jvm);
    Processes.signal("STOP", "" + pids.get(0));
    Processes.signal("STOP", "" + pids.get(1));
    Processes.signal("KILL", "" + jvm.pid());
    awaitNothingLeft(pids);
  }

  /// What a terminal sends on Ctrl-C or when it closes reaches servers and watchers as well. The
  /// start of DynamoDB Local takes seconds of processor time: it is there once.
  @ParameterizedTest
  @ValueSource(strings = {"INT", "HUP", "TERM"})
  void aSignalToTheWholeGroupLeavesNobody(String signal) throws Exception {
    boolean found = Files.exists(Path.of("/usr/bin/setsid"));
    boolean required = "true".equals(System.getenv("PAGEMARK_REQUIRE_ALL"));
    assertTrue(found || !required, "this machine must have /usr/bin/setsid");
    assumeTrue(found, "NOT RUN: this machine has no /usr/bin/setsid");
    // A build in the background of a script ignores SIGINT, and so would all that it starts.
    List<String> ownGroup = List.of("/usr/bin/setsid", "--wait", "env", "--default-signal");
    String[] which = signal.equals("INT") ? new String[0] : new String[] {"redis"};
    List<Long> pids = Processes.readPids(Processes.java(ownGroup, BothServers.class, temp, which));
    Processes.signal(signal, "-" + pids.getLast());
    awaitNothingLeft(pids);
  }

  private void awaitNothingLeft(List<Long> pids) throws InterruptedException {
    for (long pid : pids) {
      Processes.awaitGone(pid);
    }
    Processes.awaitTrue("scratch folders are gone", () -> temp.toFile().list().length == 0);
    Processes.awaitTrue("watchers are gone", () -> !Processes.isMentioned("" + temp));
  }
}
