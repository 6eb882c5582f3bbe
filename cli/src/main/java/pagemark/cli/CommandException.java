package pagemark.cli;

/// A command cannot do what it was asked to. The message is for the person who asked: what is
/// wrong, and what to do.
final class CommandException extends RuntimeException {
  CommandException(String message) {
    super(message);
  }
}
