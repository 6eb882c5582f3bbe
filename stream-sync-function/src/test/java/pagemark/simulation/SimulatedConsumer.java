package pagemark.simulation;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import pagemark.index.Turns;
import pagemark.index.Turns.Crash;
import pagemark.simulation.Faults.Fault;
import pagemark.sync.TableModel;

/// An event source mapping: delivers a stream's records to the function, batch after batch. It
/// delivers a batch again if it fails or its invocation is killed. Sometimes it repeats a completed
/// batch, or an older one of the same shard.
final class SimulatedConsumer {
  private final Turns scheduler;
  private final Faults faults;
  private final Random random;
  private final SimulatedStream stream;
  private final SimulatedIndex network;
  private final SimulatedFunction function;
  private final boolean losesRecords;
  private String arn = TableModel.STREAM;
  private int delivered;

  /// @param losesRecords whether records expire that nobody has read for a day
  SimulatedConsumer(
      Turns scheduler,
      Faults faults,
      Random random,
      SimulatedStream stream,
      SimulatedIndex network,
      SimulatedFunction function,
      boolean losesRecords) {
    this.scheduler = scheduler;
    this.faults = faults;
    this.random = random;
    this.stream = stream;
    this.network = network;
    this.function = function;
    this.losesRecords = losesRecords;
  }

  /// Whether its next record, if there is one, was written longer than `age` ago.
  boolean isBehind(Duration age) {
    return stream.isOlder(delivered, age);
  }

  /// Delivers to the end of its stream. A shard begins when all deliveries of the previous one are
  /// over.
  ///
  /// @param lost is called after records have expired unread
  /// @param moved is called after it has moved to another stream
  void run(Runnable lost, Runnable moved) {
    while (!stream.isEnded() || delivered < stream.end(arn)) {
      follow(moved);
      loseRecords(lost);
      boolean idle = delivered == stream.end(arn);
      if (idle) {
        scheduler.park();
      } else {
        if (stream.beginsShard(delivered)) {
          network.deliverAll();
        }
        invoke(delivered, true);
      }
      if (delivered > stream.begin(arn) && faults.happens(Fault.OLD_BATCH_AGAIN, idle ? 400 : 8)) {
        int shard = stream.shardBefore(delivered);
        int from = shard + random.nextInt(delivered - shard);
        invoke(losesRecords ? Math.min(stream.kept(from), delivered - 1) : from, false);
      }
    }
  }

  /// The ARN of the stream that it consumes.
  String arn() {
    return arn;
  }

  /// Moves to the stream that is on, as a new deployment does.
  private void follow(Runnable moved) {
    if (!arn.equals(stream.arn()) && faults.happens(Fault.STREAM_CONSUMED, 60)) {
      arn = stream.arn();
      delivered = stream.begin(arn);
      function.deploy(arn);
      moved.run();
    }
  }

  private void loseRecords(Runnable lost) {
    int kept = stream.kept(delivered);
    if (losesRecords && kept > delivered) {
      faults.count(Fault.RECORDS_LOST);
      delivered = kept;
      lost.run();
    }
  }

  private void invoke(int from, boolean advances) {
    List<DynamodbStreamRecord> batch = stream.batch(from, 1 + random.nextInt(8));
    try {
      StreamsEventResponse response = function.handle(TableModel.event(batch));
      if (advances && !faults.happens(Fault.BATCH_AGAIN, 10)) {
        delivered = from + done(batch, response);
      }
    } catch (Crash e) {
      // the invocation was killed; its batch is delivered again
    }
  }

  private static int done(List<DynamodbStreamRecord> batch, StreamsEventResponse response) {
    if (response.getBatchItemFailures().isEmpty()) {
      return batch.size();
    }
    String failed = response.getBatchItemFailures().getFirst().getItemIdentifier();
    for (int i = 0; i < batch.size(); i++) {
      if (batch.get(i).getDynamodb().getSequenceNumber().equals(failed)) {
        return i;
      }
    }
    throw new AssertionError("no record of the batch is " + failed);
  }
}
