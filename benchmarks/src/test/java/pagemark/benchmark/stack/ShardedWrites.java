package pagemark.benchmark.stack;

import static java.util.Comparator.comparingDouble;

import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.stream.Stream;
import pagemark.benchmark.measure.Samples;
import pagemark.entry.Group;
import pagemark.listing.Selection;
import pagemark.listing.json.Listings;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.api.AcquireInitialTokenRequest;
import software.amazon.awssdk.retries.api.RecordSuccessRequest;
import software.amazon.awssdk.retries.api.RefreshRetryTokenRequest;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.retries.api.RetryToken;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;

/// Ten minutes of writes into one group of a listing, SIMULATED: no DynamoDB is asked.
///
/// - Writes of one unit come at random times from 20 clients, each into any shard: 500 a second,
///   and a burst of more in one second of ten.
/// - The listing names the partition key of each shard. 16 partitions hold the keys, each by a
///   hash, as DynamoDB does by one of its own.
/// - A partition takes 1,000 units a second, and keeps what it did not need for one second.
///   DynamoDB keeps it for 300, but AWS re:Post says that no burst lifts its limit. None is split.
/// - An answer takes 5 ms. The SDK's own strategy says when a refused write comes again; one that
///   it gives up ends the run.
final class ShardedWrites {
  private static final double ANSWER = 5;
  private static final double SECOND = 1_000;
  private static final int PARTITIONS = 16;
  private static final String LISTING =
      """
      { "comments": { "table": "comments", "index": "byShard",
          "partition": {"attribute": "P", "template": "SHARD#{shard}#{group}", "shards": 16},
          "group": {"attribute": "product"}, "sort": {"attribute": "at", "type": "integer"},
          "key": [{"attribute": "id"}], "attributes": "*" } }
      """;
  private final PriorityQueue<Attempt> due = new PriorityQueue<>(comparingDouble(Attempt::at));
  private final RetryStrategy retries = retries();
  private final Samples millis = new Samples();
  private final Throwable refusal =
      ProvisionedThroughputExceededException.builder()
          .awsErrorDetails(
              AwsErrorDetails.builder().errorCode("ProvisionedThroughputExceededException").build())
          .build();
  private double refused;

  /// Refused attempts in a hundred, and milliseconds of a write.
  record Outcome(double refused, double p95) {}

  private record Attempt(double at, double begin, Bucket partition, RetryToken token) {}

  /// One unit comes each millisecond; those until `spent` are spent.
  private static final class Bucket {
    private double spent = -SECOND;

    private boolean takes(double now) {
      double next = 1 + Math.max(spent, now - SECOND);
      boolean isThere = next <= now;
      spent = isThere ? next : spent;
      return isThere;
    }
  }

  /// @param burst writes in one second of ten
  static Outcome run(int shards, int burst) {
    ShardedWrites writes = new ShardedWrites();
    writes.begin(partitions(shards), burst);
    while (!writes.due.isEmpty()) {
      writes.attempt(writes.due.remove());
    }
    double attempts = writes.refused + writes.millis.all().size();
    return new Outcome(100 * writes.refused / attempts, writes.millis.percentile(95));
  }

  private void begin(List<Bucket> partitions, int burst) {
    Random random = new Random(Dataset.SEED);
    double at = 0;
    while (at < 600 * SECOND) {
      var client = AcquireInitialTokenRequest.create("" + random.nextInt(20));
      Bucket partition = partitions.get(random.nextInt(partitions.size()));
      due.add(new Attempt(at, at, partition, retries.acquireInitialToken(client).token()));
      int perSecond = at % (10 * SECOND) < SECOND ? burst : 500;
      at -= Math.log(1 - random.nextDouble()) * SECOND / perSecond;
    }
  }

  private void attempt(Attempt attempt) {
    RetryToken token = attempt.token();
    double answered = attempt.at() + ANSWER;
    if (attempt.partition().takes(attempt.at())) {
      retries.recordSuccess(RecordSuccessRequest.create(token));
      millis.add(answered - attempt.begin());
      return;
    }
    refused++;
    var again = RefreshRetryTokenRequest.builder().token(token).failure(refusal).build();
    var next = retries.refreshRetryToken(again);
    double at = answered + next.delay().toMillis();
    due.add(new Attempt(at, attempt.begin(), attempt.partition(), next.token()));
  }

  /// The partition of each shard, from the first one on.
  private static List<Bucket> partitions(int shards) {
    List<Bucket> partitions = Stream.generate(Bucket::new).limit(PARTITIONS).toList();
    var listing = Listings.parse(LISTING, Map.of()).find("comments").orElseThrow();
    Selection whole = Selection.whole(listing.definition());
    var keys = listing.accesses().getFirst().partitions();
    return keys.names(new Group("shirt"), whole, null, null).orElseThrow().stream()
        .limit(shards)
        .map(key -> partitions.get(new Random(key.hashCode()).nextInt(PARTITIONS)))
        .toList();
  }

  /// The retry strategy of a client that the SDK makes without settings.
  private static RetryStrategy retries() {
    var client = DynamoDbClient.builder().region(Region.US_EAST_1);
    client.credentialsProvider(AnonymousCredentialsProvider.create());
    try (DynamoDbClient made = client.build()) {
      return made.serviceClientConfiguration()
          .overrideConfiguration()
          .retryStrategy()
          .orElseThrow();
    }
  }
}
