package pagemark.local;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import pagemark.check.ExistingTable;
import pagemark.check.Shown;
import pagemark.check.TableEndpoint;
import pagemark.check.TableQuestions;
import pagemark.key.AttributeType;
import pagemark.key.KeyAttribute;
import pagemark.listing.Access;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.local.data.LocalState;
import pagemark.local.data.TableDesign;
import pagemark.local.data.TableSource;
import pagemark.state.Inexact;
import pagemark.sync.StreamedTable;
import pagemark.watch.SignedCalls;
import pagemark.watch.WatchedStream;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.Select;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/// An existing table that is only read. It is checked once, before anything starts.
///
/// @param misfits what a sample of its items says against the listings
record TriedTable(String name, TableSource source, TableDescription table, List<String> misfits)
    implements AutoCloseable {
  /// How many items are compared with the listings before the scan.
  private static final int SAMPLE = 100;

  private static final int READ_UNIT_BYTES = 4096;

  /// @throws StackException if the table cannot be read, or does not fit the listings
  public static TriedTable open(TableEndpoint endpoint, Listings listings) {
    String name = TableDesign.table(listings);
    TableSource source = endpoint.open();
    try {
      ExistingTable existing = ExistingTable.describe(source, name);
      List<Listing> all = List.copyOf(listings.byName().values());
      existing.require(all);
      TableDescription table = existing.description();
      new Probe(source, table, existing.questions()).run(listings);
      return new TriedTable(name, source, table, existing.requireItems(all, SAMPLE));
    } catch (RuntimeException e) {
      source.close();
      throw e;
    }
  }

  boolean isFollowed() {
    return isFollowed(table);
  }

  /// Whether a table has a stream that tells what an item was and is.
  static boolean isFollowed(TableDescription table) {
    return StreamedTable.of(table.tableName(), table).fault() == null;
  }

  public LocalState.ListedTable listed() {
    String stream = isFollowed() ? table.latestStreamArn() : StreamedTable.NONE;
    StreamedTable identity =
        new StreamedTable(
            name, table.tableArn(), stream, null, table.itemCount(), table.tableSizeBytes());
    return new LocalState.ListedTable(source, identity, isFollowed(), true);
  }

  /// Lines to print before the indexes are built: what that will read, and what pages will show.
  ///
  /// @param scans the number of listings
  public List<String> notices(int scans) {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "Reading the table %s %s: about %s by DescribeTable's count. %s read capacity:"
                + " about %s%s. Nothing is written to it",
            name,
            source.where(),
            Shown.count(table.itemCount(), "item"),
            scans == 1 ? "The scan consumes" : scans + " scans, one for each listing, consume",
            Shown.count(
                (table.tableSizeBytes() + READ_UNIT_BYTES - 1) / READ_UNIT_BYTES, "read unit"),
            scans == 1 ? "" : " each"));
    misfits.forEach(misfit -> lines.add("Warning: " + misfit));
    whySnapshot().ifPresent(lines::add);
    return lines;
  }

  /// Why the table is not followed, and what to do; empty if it is followed.
  private Optional<String> whySnapshot() {
    if (isFollowed()) {
      return Optional.empty();
    }
    String why =
        StreamedTable.of(name, table).fault() == Inexact.Cause.STREAM_WITHOUT_IMAGES
            ? ("its stream has %s, not NEW_AND_OLD_IMAGES. A stream cannot be changed: for pages"
                    + " that follow the table, switch it off and on again, for all who read it")
                .formatted(table.streamSpecification().streamViewTypeAsString())
            : "it has no stream. For pages that follow the table, switch on a stream with"
                + " NEW_AND_OLD_IMAGES";
    return Optional.of(
        ("Pages show a snapshot of the table %s, without what is written to it from now on:"
                + " %s, and start again")
            .formatted(name, why));
  }

  @Override
  public void close() {
    source.close();
  }

  /// Tries each kind of read once, at next to no cost, so that a missing right is reported at the
  /// start and not by a page.
  record Probe(TableSource source, TableDescription table, TableQuestions questions) {
    private static final String TEXT = "00000000-0000-4000-8000-000000000000";

    /// @throws StackException if a read fails; the message names it
    void run(Listings listings) {
      questions.ask(
          "Scan", () -> source.dynamo().scan(s -> s.tableName(table.tableName()).limit(1)));
      for (Listing listing : listings.byName().values()) {
        listing.accesses().forEach(this::query);
      }
      getItem(listings.byName().firstEntry().getValue());
      if (TriedTable.isFollowed(table)) {
        readStream();
      }
    }

    private void query(Access access) {
      KeyAttribute partition = access.partitions().attribute();
      questions.ask(
          "Query",
          () ->
              source
                  .dynamo()
                  .query(
                      q ->
                          q.tableName(table.tableName())
                              .indexName(access.index())
                              .keyConditionExpression("#p = :p")
                              .expressionAttributeNames(Map.of("#p", partition.name()))
                              .expressionAttributeValues(Map.of(":p", some(partition.type())))
                              .select(Select.COUNT)
                              .limit(1)));
    }

    private void getItem(Listing listing) {
      Map<String, AttributeValue> key = new HashMap<>();
      listing.definition().positions().key().forEach(k -> key.put(k.name(), some(k.type())));
      KeysAndAttributes keys = KeysAndAttributes.builder().keys(List.of(key)).build();
      questions.ask(
          "BatchGetItem",
          () -> source.dynamo().batchGetItem(b -> b.requestItems(Map.of(table.tableName(), keys))));
    }

    private void readStream() {
      WatchedStream stream = source.stream(table.latestStreamArn());
      List<WatchedStream.Shard> shards = ask("DescribeStream", stream::shards);
      if (!shards.isEmpty()) {
        String shard = shards.getLast().id();
        String iterator = ask("GetShardIterator", () -> stream.iterator(shard, null));
        ask("GetRecords", () -> stream.read(iterator));
      }
    }

    /// Asks with the exceptions of the SDK.
    private <T> T ask(String action, Supplier<T> question) {
      return questions.ask(
          action,
          () -> {
            try {
              return question.get();
            } catch (SignedCalls.CallException e) {
              AwsErrorDetails details =
                  AwsErrorDetails.builder().errorCode(e.code()).errorMessage(e.reason()).build();
              throw DynamoDbException.builder().awsErrorDetails(details).cause(e).build();
            } catch (UncheckedIOException e) {
              throw SdkClientException.create(String.valueOf(e.getCause()), e);
            }
          });
    }

    /// A value that no item needs to have: the answer does not matter, only that there is one.
    private static AttributeValue some(AttributeType type) {
      return switch (type) {
        case STRING, UUID, ULID -> AttributeValue.fromS(TEXT);
        case NUMBER -> AttributeValue.fromN("0");
        case BINARY -> AttributeValue.fromB(SdkBytes.fromByteArray(new byte[] {0}));
      };
    }
  }
}
