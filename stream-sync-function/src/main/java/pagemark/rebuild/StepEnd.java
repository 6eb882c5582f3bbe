package pagemark.rebuild;

/// The end of a step.
public enum StepEnd {
  DONE,
  /// The time is over; the next call goes on.
  PAUSED,
  /// A segment cannot go on before the other ones are so far, and [Rebuild#turn] was called.
  WAITING,
  /// The store has lost a part. Call [Rebuild#beginAnew], then all steps again.
  LOST
}
