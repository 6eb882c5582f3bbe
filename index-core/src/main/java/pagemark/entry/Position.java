package pagemark.entry;

import java.util.Arrays;

/// Where an item stands in its group. Positions are ordered by score, then by member: the order of
/// a Redis sorted set. No two items of a group share a position.
///
/// In the score layout, the score is the sort value and the member is the item key: the comment
/// that `rita` wrote on 2024-05-01 stands at `(1714521600, "rita")`. In the bytes layout, every
/// score is 0 and the member is the sort value's bytes followed by the item key's. See [Layout].
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

  /// The smallest position after this one.
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
