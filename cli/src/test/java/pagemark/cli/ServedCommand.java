package pagemark.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/// A command that serves a stack, in this JVM, until it is closed.
public final class ServedCommand extends RunningCommand {
  private final StringWriter output = new StringWriter();
  private final Thread thread;

  public ServedCommand(String... arguments) {
    PrintWriter printed = new PrintWriter(output, true);
    CommandLine line = Pagemark.commandLine().setOut(printed).setErr(printed);
    thread = Thread.ofPlatform().name("served").start(() -> line.execute(arguments));
  }

  @Override
  public String output() {
    return output.toString();
  }

  @Override
  boolean isAlive() {
    return thread.isAlive();
  }

  /// Ends the wait of the command, which then stops its stack.
  @Override
  public void close() {
    thread.interrupt();
    try {
      awaitTrue(STOP_MAX, () -> !isAlive());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
