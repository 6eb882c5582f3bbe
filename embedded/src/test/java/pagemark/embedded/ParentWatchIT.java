package pagemark.embedded;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ParentWatchIT {
  @TempDir private Path temp;

  @Test
  void anOrphanRunsItsActionAndExits() throws Exception {
    List<String> parent = List.of("/bin/sh", "-c", "\"$@\" & wait", "sh");
    Process shell = Processes.java(parent, Child.class, temp);
    long child = Processes.readPids(shell).getFirst();
    assertTrue(Processes.isRunning(child));
    Processes.signal("KILL", "" + shell.pid());
    Processes.awaitGone(child);
    assertTrue(Files.exists(temp.resolve("orphaned")));
  }

  static final class Child {
    private Child() {}

    public static void main(String[] args) throws InterruptedException {
      File orphaned = new File(System.getProperty("java.io.tmpdir"), "orphaned");
      ParentWatch.exitWhenParentDies(orphaned::mkdir);
      System.out.println(ProcessHandle.current().pid());
      Thread.currentThread().join();
    }
  }
}
