package pagemark.sync;

import static java.util.Comparator.naturalOrder;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse.BatchItemFailure;
import com.amazonaws.services.lambda.runtime.logging.LogLevel;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import pagemark.function.FunctionEnvironment;
import pagemark.listing.IndexDefinition;
import pagemark.log.FunctionLog;
import pagemark.repair.RepairHandler;
import pagemark.services.Services;
import pagemark.state.CachedGenerations;
import pagemark.state.Generation;
import pagemark.state.StateTable;
import pagemark.sync.BatchOutcome.Unapplied;
import software.amazon.awssdk.core.exception.SdkException;

/// The Lambda function that consumes the table's stream and applies each batch of records to the
/// index.
///
/// For each batch it
///
/// 1. suspends generations of streams that the table no longer has ([StreamTrust]),
/// 2. reads the records ([ChangeReader]),
/// 3. reads and notes the generations to write to ([GenerationTracker]),
/// 4. applies the records to all of them ([BatchRun]),
/// 5. notes what it has written, and marks generations that have lost writes ([LossWatch]),
/// 6. logs one line and answers.
///
/// The answer names the first record that was not applied, if there is one. All records before it
/// are applied; Lambda delivers it again with all that follow. The event source mapping must have
/// `ReportBatchItemFailures`: without it, Lambda takes a failure for success.
///
/// An item that cannot be indexed is quarantined and blocks nothing. A record from another stream,
/// or without both images, shows a wrong deployment: it fails and blocks its shard until the
/// deployment is corrected.
public final class StreamSyncHandler
    implements RequestHandler<DynamodbEvent, StreamsEventResponse> {
  private final SyncSetup setup;
  private final GenerationTracker following;
  private final @Nullable StreamTrust trust;
  private final LossWatch losses;

  /// What a function on a table and its stream works with.
  ///
  /// @param stream the stream's ARN
  /// @throws IllegalArgumentException if no listing names `table`
  public static SyncSetup setup(Services services, String table, String stream) {
    StateTable state = services.state();
    return new SyncSetup(
        table,
        stream,
        services.listings(),
        new CachedGenerations(state, services.clock()),
        services.writers(),
        RepairHandler.repair(services, table),
        services.keyHashes());
  }

  private static StreamTrust trust(Services services, String table, String stream) {
    return new StreamTrust(
        stream,
        () -> StreamedTable.describe(services.dynamo(), table),
        services.state(),
        services.clock());
  }

  /// Wired from the environment; see [FunctionEnvironment].
  ///
  /// @throws IllegalArgumentException if a variable is missing, or no listing names the table
  /// @throws pagemark.listing.json.InvalidListingsException naming every mistake of the listings
  public StreamSyncHandler() {
    this(new FunctionEnvironment(System.getenv()));
  }

  private StreamSyncHandler(FunctionEnvironment environment) {
    this(environment.services(), environment.table(), environment.stream());
  }

  private StreamSyncHandler(Services services, String table, String stream) {
    this(setup(services, table, stream), trust(services, table, stream));
  }

  /// A handler that never suspends generations of other streams.
  public StreamSyncHandler(SyncSetup setup) {
    this(setup, null);
  }

  /// @param trust suspends generations of streams that the table no longer has
  public StreamSyncHandler(SyncSetup setup, @Nullable StreamTrust trust) {
    this.setup = setup;
    this.following = new GenerationTracker(setup);
    this.trust = trust;
    this.losses = new LossWatch(setup, following::nextName);
  }

  /// @throws IllegalArgumentException if a record has no sequence number; nothing was applied
  @Override
  public StreamsEventResponse handleRequest(DynamodbEvent event, Context context) {
    judgeStreams(context.getLogger());
    BatchOutcome outcome = sync(event, context::getRemainingTimeInMillis);
    Duration lag =
        ChangeReader.oldest(event)
            .map(oldest -> Duration.between(oldest, setup.clock().instant()))
            .orElse(null);
    new BatchLog(new FunctionLog(context, setup.clock()), setup.hashes())
        .write(ChangeReader.records(event).size(), lag, outcome);
    return response(event, outcome.unapplied());
  }

  /// A failure here does not fail the batch: the next batch, or the watch, tries again.
  private void judgeStreams(LambdaLogger log) {
    if (trust == null) {
      return;
    }
    try {
      trust.judge(setup.live(), line -> log.log(line, LogLevel.ERROR));
    } catch (RuntimeException e) {
      log.log("generations of other streams could not be checked: " + e, LogLevel.WARN);
    }
  }

  /// Handles one batch at a time, as Lambda does, so that a note is true for every batch in
  /// progress.
  synchronized BatchOutcome sync(DynamodbEvent event, IntSupplier remainingMillis) {
    ChangeReader.Batch batch = new ChangeReader(setup.stream()).read(event);
    BatchOutcome outcome = sync(batch.changes(), new Deadline(remainingMillis));
    return batch.error() == null
        ? outcome
        : outcome.andUnapplied(batch.changes().size(), batch.error());
  }

  private BatchOutcome sync(List<Change> changes, Deadline deadline) {
    if (changes.isEmpty()) {
      return BatchOutcome.nothing(null);
    }
    List<Generation> followed;
    try {
      followed = following.of(oldest(changes));
    } catch (SdkException | GenerationTracker.MovingException e) {
      return BatchOutcome.nothing(new Unapplied(0, "generations: " + e.getMessage()));
    }
    Optional<Generation> unknown =
        followed.stream().filter(g -> !g.definition().isOfThisFormat()).findFirst();
    if (unknown.isPresent()) {
      return BatchOutcome.nothing(new Unapplied(0, refusal(unknown.get())));
    }
    losses.writing(oldest(changes));
    return noted(new BatchRun(setup, followed, deadline).run(changes), deadline);
  }

  /// This code cannot write a live generation of another key format, so the batch must fail.
  private static String refusal(Generation unknown) {
    return "the generation %s of %s has the key format %d; this code writes up to %d: rebuild it"
        .formatted(
            unknown.id(),
            unknown.listing(),
            unknown.definition().keyFormat(),
            IndexDefinition.KEY_FORMAT_MAX);
  }

  /// Marks lost writes before the batch is acknowledged.
  private BatchOutcome noted(BatchOutcome outcome, Deadline deadline) {
    try {
      return outcome.and(losses.settle(deadline::allowsCall));
    } catch (SdkException e) {
      return outcome.andUnapplied(0, "witnesses: " + e.getMessage());
    }
  }

  private static Instant oldest(List<Change> changes) {
    return changes.stream().map(Change::createdAt).min(naturalOrder()).orElse(Instant.EPOCH);
  }

  /// Does what every batch does before and after its writes: notes the generations, as they are at
  /// this moment, and the witnesses.
  ///
  /// @param appliedBefore the time before which all records are applied, if none are pending. If
  ///   some are, their batches note the generations, and how old they are
  /// @throws SdkException if the state table fails
  /// @throws RuntimeException if the generations change again after each note
  public synchronized void note(Optional<Instant> appliedBefore) {
    appliedBefore.ifPresent(following::noteNow);
    losses.settle(() -> true);
  }

  private static StreamsEventResponse response(DynamodbEvent event, @Nullable Unapplied unapplied) {
    List<BatchItemFailure> failures =
        unapplied == null
            ? List.of()
            : List.of(
                new BatchItemFailure(
                    event.getRecords().get(unapplied.record()).getDynamodb().getSequenceNumber()));
    return new StreamsEventResponse(failures);
  }
}
