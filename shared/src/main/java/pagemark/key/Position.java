package pagemark.key;

import java.util.Arrays;

/// Where an item stands in its group: a total order over (score, member), the order of a Redis
/// sorted set.
///
/// In the score layout the score is the sort value and the member the item key, so a comment
/// written by `rita` on 2024-05-01 stands at `(1714521600, "rita")`. In the bytes layout every
/// score is 0 and the member is the sort value's bytes followed by the item key's.
///
/// @param score finite, never negative zero
/// @param member ordered as unsigned bytes
public record Position(double score, Bytes member) implements Comparable<Position> {
  public Position {
    if (!Double.isFinite(score)) {
      throw new IllegalArgumentException("score must be finite: " + score);
    }
    score += 0.0;
  }

  /// The smallest position behind this one.
  public Position next() {
    byte[] bytes = member.toArray();
    return new Position(score, Bytes.of(Arrays.copyOf(bytes, bytes.length + 1)));
  }

  @Override
  public int compareTo(Position other) {
    int byScore = Double.compare(score, other.score);
    return byScore != 0 ? byScore : member.compareTo(other.member);
  }
}
