package pagemark.listing;

/// A part of a template from which partition names are made.
public sealed interface TemplatePart {
  /// The same text in every name.
  record Literal(String text) implements TemplatePart {}

  /// `{group}`: the group as requests write it.
  record GroupName() implements TemplatePart {}

  /// `{shard}` or `{shard:00}`: a number from 0 that spreads writes.
  ///
  /// @param count the number of shards, 2 to 64
  /// @param width the minimum number of digits; shorter numbers get leading zeros
  record Shard(int count, int width) implements TemplatePart {
    String text(int shard) {
      return "0".repeat(Math.max(0, width - Integer.toString(shard).length())) + shard;
    }
  }

  /// `{sort:PATTERN}`: the bucket of the sort value, such as its day.
  record Bucket(Buckets buckets) implements TemplatePart {}

  /// `{NAME}`: the declared value of a filter, as requests write it.
  record Value(Filter filter) implements TemplatePart {}
}
