package pagemark.runtime;

/// How an invocation ended, or an initialisation.
public sealed interface Outcome {
  /// @param json what the handler answered
  /// @param nanos from the moment the event was there
  record Answer(String json, long nanos) implements Outcome {}

  /// @param json `errorMessage`, `errorType` and `stackTrace`, as the runtime reports them
  record Failure(String json) implements Outcome {}

  /// The function did not come to its first event, or not back from its snapshot.
  record InitFailure(String json) implements Outcome {}

  /// @throws AssertionError where it is no answer
  default Answer answer() {
    return switch (this) {
      case Answer answer -> answer;
      case Failure(var json) -> throw new AssertionError("the function failed: " + json);
      case InitFailure(var json) -> throw new AssertionError("it did not start: " + json);
    };
  }
}
