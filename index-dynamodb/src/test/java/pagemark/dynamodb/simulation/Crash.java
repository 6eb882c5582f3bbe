package pagemark.dynamodb.simulation;

/// The end of a process in the middle of its work. No production code catches it.
final class Crash extends Error {
  Crash() {
    super("crashed", null, false, false);
  }
}
