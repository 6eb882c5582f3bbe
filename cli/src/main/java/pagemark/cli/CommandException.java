package pagemark.cli;

/// A command cannot do what it was asked to do. The message tells the user what is wrong and what
/// to do.
final class CommandException extends RuntimeException {
  CommandException(String message) {
    super(message);
  }
}
