package pagemark.state;

import java.time.Instant;

/// A mark that the index of a generation may differ from the table. Its pages then say `"exact":
/// false`.
///
/// @param since about when the first record was created that the index may lack
/// @param noticed when the cause was noticed last; distinguishes this mark from a later one
public record Inexact(Cause cause, Instant since, Instant noticed) {
  /// What has happened, and what repairs it.
  public enum Cause {
    /// The store has lost acknowledged writes. A second reading of the stream removes the mark.
    LOST_WRITES,
    /// Records left the stream before they were applied.
    MISSED_RECORDS,
    /// Records were sent to the failure destination after all retries.
    GIVEN_UP_RECORDS,
    /// A record of the stream lacks an image, or its key. If it has its key, its item is read from
    /// the table after two minutes, which removes the mark. If the record does not say where the
    /// item was, GIVEN_UP_RECORDS takes its place.
    UNREADABLE_RECORD,
    /// The table's stream is switched off, so that nothing brings what is written now.
    /// MISSED_RECORDS replaces the mark once it is on.
    STREAM_OFF,
    /// The table's stream is on, but its records do not have both images of an item.
    STREAM_WITHOUT_IMAGES,
    /// An audit or a record of the stream has met a group of the index whose tree in DynamoDB lacks
    /// a node.
    TORN_TREE,
    /// More entries are in doubt than repairs settle one by one.
    TOO_MANY_SUSPECTS,
    /// The sweep of expired items is late by over two minutes, so that totals may count some. It is
    /// no mark, for who would set it is who is late: whoever reads a generation sees it.
    LATE_SWEEP;

    /// Whether it lasts until a person gives the table a stream that can be followed.
    public boolean isOfStream() {
      return this == STREAM_OFF || this == STREAM_WITHOUT_IMAGES;
    }

    /// What repairs an index, for a person to read.
    ///
    /// @param listing the name of its listing
    /// @param table the name of its table
    public String remedy(String listing, String table) {
      return switch (this) {
        case LOST_WRITES ->
            "the stream is read again from then on; if the mark stays, `pagemark rebuild --listing %s`"
                .formatted(listing);
        case MISSED_RECORDS, TORN_TREE, TOO_MANY_SUSPECTS ->
            "`pagemark rebuild --listing %s`".formatted(listing);
        case GIVEN_UP_RECORDS -> "`pagemark audit --listing %s --repair`".formatted(listing);
        case UNREADABLE_RECORD ->
            ("a record of the stream that lacks an image is read from the table after two minutes;"
                    + " if the mark stays, `pagemark audit --listing %s --repair`")
                .formatted(listing);
        case LATE_SWEEP ->
            "a sweep runs each minute, and the log of the repair function says why it cannot;"
                + " `pagemark rebuild --listing @TABLE.ATTRIBUTE` if the order by expiry has no"
                + " index";
        case STREAM_OFF ->
            ("switch the table's stream on: `%s`; give the stack its ARN, which is a new one"
                    + " (TableStreamArn), or start `pagemark local` again; then `pagemark rebuild"
                    + " --listing %s`")
                .formatted(
                    update(table, "StreamEnabled=true,StreamViewType=NEW_AND_OLD_IMAGES"), listing);
        case STREAM_WITHOUT_IMAGES ->
            "a stream cannot be changed, so switch it off, for all who read it: `%s`; %s"
                .formatted(update(table, "StreamEnabled=false"), STREAM_OFF.remedy(listing, table));
      };
    }

    private static String update(String table, String stream) {
      return "aws dynamodb update-table --table-name %s --stream-specification %s"
          .formatted(table, stream);
    }
  }

  public Inexact {
    since = Instant.ofEpochMilli(since.toEpochMilli());
    noticed = Instant.ofEpochMilli(noticed.toEpochMilli());
  }

  /// The log line for a generation that was marked.
  public String line(Generation marked) {
    return "the index may differ from the table: listing=%s generation=%s cause=%s since=%s remedy=%s"
        .formatted(
            marked.listing(),
            marked.id(),
            cause,
            since,
            cause.remedy(marked.listing(), marked.tableName()));
  }

  /// Combines two marks: the earlier `since`, the later `noticed`.
  Inexact and(Inexact later) {
    return new Inexact(
        cause,
        since.isBefore(later.since) ? since : later.since,
        noticed.isAfter(later.noticed) ? noticed : later.noticed);
  }
}
