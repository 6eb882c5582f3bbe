package pagemark.embedded;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TetheredProcessIT {
  @TempDir private Path temp;

  @Test
  void anEarlyExitIsReportedWithCodeAndOutput() {
    TetheredProcess process = sh("echo out; echo boom >&2; exit 3");
    StartFailure.assertNames(
        () -> process.awaitReady("The server", () -> false),
        "The server ended with exit code 3",
        "out\nboom");
    assertFalse(Files.exists(process.scratch()));
  }

  @Test
  void aMissingProgramIsAnEarlyExit() {
    TetheredProcess process = TetheredProcess.start(scratch -> List.of("/no/such/program"));
    StartFailure.assertNames(
        () -> process.awaitReady("The server", () -> false), "/no/such/program");
  }

  @Test
  void aCommandThatCannotBeBuiltLeavesNoFolder() {
    List<Path> folders = new ArrayList<>();
    assertThrows(
        IllegalStateException.class,
        () ->
            TetheredProcess.start(
                scratch -> {
                  folders.add(scratch);
                  throw new IllegalStateException();
                }));
    assertFalse(Files.exists(folders.getFirst()));
  }

  @Test
  void closeLetsTheProcessFinish() {
    Path started = temp.resolve("started");
    Path finished = temp.resolve("finished");
    TetheredProcess process =
        sh(
            "trap 'sleep 0.3; : >%s; exit' TERM; : >%s; while :; do sleep 0.1; done"
                .formatted(finished, started));
    process.awaitReady("The server", () -> Files.exists(started));
    process.close();
    assertTrue(Files.exists(finished));
  }

  @Test
  void closeEndsAProcessThatDoesNotListen() throws Exception {
    Path started = temp.resolve("started");
    TetheredProcess process = sh("trap '' TERM; : >%s; exec sleep 100".formatted(started));
    process.awaitReady("The server", () -> Files.exists(started));
    process.close();
    Processes.awaitGone(process.handle().pid());
  }

  @Test
  void killEndsAFrozenProcess() throws Exception {
    TetheredProcess process = sh("exec sleep 100");
    Processes.signal("STOP", "" + process.handle().pid());
    process.kill();
    assertFalse(process.handle().isAlive());
  }

  @Test
  void nothingIsLeftBehind() throws Exception {
    TetheredProcess process = sh("exec sleep 100");
    Processes.awaitTrue("watcher", () -> Processes.isMentioned("" + process.scratch()));
    process.close();
    assertFalse(Files.exists(process.scratch()));
    Processes.awaitTrue("watcher is gone", () -> !Processes.isMentioned("" + process.scratch()));
    process.close();
  }

  @Test
  void outputIsReadHoweverMuchThereIs() {
    Path done = temp.resolve("done");
    try (TetheredProcess process =
        sh(
            "i=0; while [ $i -lt 20000 ]; do echo line $i of many; i=$((i+1)); done; : >%s; exec sleep 100"
                .formatted(done))) {
      process.awaitReady("The server", () -> Files.exists(done));
    }
  }

  private static TetheredProcess sh(String script) {
    return TetheredProcess.start(scratch -> List.of("/bin/sh", "-c", script));
  }
}
