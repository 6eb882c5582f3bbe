package pagemark.sync;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.listing.Listing;
import pagemark.state.Generation;
import pagemark.state.Generation.GenerationId;
import pagemark.state.Inexact.Cause;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.StreamSpecification;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/// A listed table and its stream.
///
/// @param name the table's name in the listings
/// @param arn the table's ARN
/// @param stream the ARN of its latest stream, which is new each time the stream is switched on,
///   and stays when it is switched off; [#NONE] if the table never had one
/// @param fault why nothing can follow the stream now; null if it is on, with both images
/// @param items about how many items it has; DynamoDB counts them every six hours
/// @param bytes about how long they are together
public record StreamedTable(
    String name, String arn, String stream, @Nullable Cause fault, long items, long bytes) {
  /// Takes the place of the ARN of a stream that never was.
  public static final String NONE = "none";

  /// The `eventSource` of a record that the watch delivers again. Such a record is no proof; a
  /// repair reads its item from the table.
  public static final String REPLAY = "pagemark:replay";

  /// Whether the generation was built from this table and follows its present stream. A table that
  /// was deleted and created again has a new ARN, and so has a stream that was switched off and on.
  public boolean isFollowedBy(Generation generation) {
    return generation.table().equals(arn) && generation.stream().equals(stream);
  }

  /// A new generation of a listing of this table, which follows its present stream.
  ///
  /// @param made by the store's clock
  public Generation begun(Listing listing, Instant made, Instant birth) {
    return new Generation(
        GenerationId.next(made),
        listing.name(),
        listing.definition(),
        arn,
        stream,
        birth,
        Generation.State.BUILDING,
        Set.of(),
        false,
        null);
  }

  /// Describes the table with one call to DynamoDB.
  public static StreamedTable describe(DynamoDbClient dynamo, String name) {
    return of(name, dynamo.describeTable(request -> request.tableName(name)).table());
  }

  public static StreamedTable of(String name, TableDescription table) {
    return new StreamedTable(
        name,
        table.tableArn(),
        Objects.requireNonNullElse(table.latestStreamArn(), NONE),
        fault(table.streamSpecification()),
        Objects.requireNonNullElse(table.itemCount(), 0L),
        Objects.requireNonNullElse(table.tableSizeBytes(), 0L));
  }

  private static @Nullable Cause fault(@Nullable StreamSpecification stream) {
    if (stream == null || !Boolean.TRUE.equals(stream.streamEnabled())) {
      return Cause.STREAM_OFF;
    }
    return stream.streamViewType() == StreamViewType.NEW_AND_OLD_IMAGES
        ? null
        : Cause.STREAM_WITHOUT_IMAGES;
  }

  /// Why no index of this table can be built, and what to do; empty if one can.
  public Optional<String> whyNot(String listing) {
    return Optional.ofNullable(fault)
        .map(
            cause ->
                "the stream of the table %s %s, so that an index would not follow it; %s"
                    .formatted(
                        name,
                        cause == Cause.STREAM_OFF ? "is off" : "does not have NEW_AND_OLD_IMAGES",
                        cause.remedy(listing, name)));
  }
}
