package pagemark.api.front;

/// Ends an invocation: the same question fails again, with a status of 400 to 499. Its message is
/// the problem that HTTP would have as its body, as JSON. Step Functions and AppSync see the name
/// of this class. It has no stack trace.
public final class PageRefused extends RuntimeException {
  PageRefused(String problem) {
    super(problem, null, false, false);
  }
}
