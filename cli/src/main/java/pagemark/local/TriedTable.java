package pagemark.local;

import java.util.Optional;
import pagemark.listing.Listings;
import pagemark.sync.StreamedTable;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/// Somebody's existing table, which is read and never written. It is looked at once, before
/// anything is started.
record TriedTable(String name, TableSource source, TableDescription table)
    implements AutoCloseable {
  /// In place of a stream's ARN.
  private static final String SNAPSHOT = "snapshot";

  /// @throws StackException where it cannot be read, or is not as the listings say
  static TriedTable open(TableEndpoint endpoint, Listings listings) {
    String name = TableDesign.table(listings);
    TableSource source = endpoint.open();
    try {
      TableQuestions questions = new TableQuestions(name, source.where());
      TableDescription table =
          questions
              .ask("DescribeTable", () -> source.dynamo().describeTable(d -> d.tableName(name)))
              .table();
      TableMatch.require(listings, table);
      TriedTable tried = new TriedTable(name, source, table);
      new TableProbe(tried, questions).run(listings);
      return tried;
    } catch (RuntimeException e) {
      source.close();
      throw e;
    }
  }

  boolean isFollowed() {
    return hasStream()
        && table.streamSpecification().streamViewType() == StreamViewType.NEW_AND_OLD_IMAGES;
  }

  private boolean hasStream() {
    return table.streamSpecification() != null
        && Boolean.TRUE.equals(table.streamSpecification().streamEnabled());
  }

  ListedTable listed() {
    String stream = isFollowed() ? table.latestStreamArn() : SNAPSHOT;
    return new ListedTable(
        source, new StreamedTable(name, table.tableArn(), stream), isFollowed(), true);
  }

  /// Why it is not followed, and what to do; empty where it is.
  Optional<String> whySnapshot() {
    if (isFollowed()) {
      return Optional.empty();
    }
    String why =
        hasStream()
            ? "its stream is of %s, not of NEW_AND_OLD_IMAGES; it cannot be changed, only"
                    .formatted(table.streamSpecification().streamViewTypeAsString())
                + " switched off and on again, for all who read it: for pages that follow, do so"
            : "it has no stream: for pages that follow, switch on one of NEW_AND_OLD_IMAGES";
    return Optional.of(
        ("Pages are a snapshot of the table %s, and what is written to it from now on is missing:"
                + " %s, and start again")
            .formatted(name, why));
  }

  @Override
  public void close() {
    source.close();
  }
}
