package pagemark.cli.option;

/// A command cannot do what it was asked to do. The message tells the user what is wrong and what
/// to do.
public final class CommandException extends RuntimeException {
  public CommandException(String message) {
    super(message);
  }
}
