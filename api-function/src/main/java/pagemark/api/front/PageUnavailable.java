package pagemark.api.front;

/// Ends an invocation: the same question may succeed later, with a status of 500 or more. Its
/// message is the problem that HTTP would have as its body, as JSON. Step Functions and AppSync see
/// the name of this class. It has no stack trace.
public final class PageUnavailable extends RuntimeException {
  PageUnavailable(String problem) {
    super(problem, null, false, false);
  }
}
