package pagemark.redis.script;

import static java.nio.charset.StandardCharsets.US_ASCII;

import pagemark.entry.Bytes;
import pagemark.entry.Position;

/// Converts scores to the decimal text that Redis takes in arguments, and replies back.
final class Scores {
  private Scores() {}

  static String text(double score) {
    return score == Math.rint(score) ? Long.toString((long) score) : Double.toString(score);
  }

  static Position position(Object member, Object score) {
    return new Position(
        Double.parseDouble(new String((byte[]) score, US_ASCII)), Bytes.of((byte[]) member));
  }
}
