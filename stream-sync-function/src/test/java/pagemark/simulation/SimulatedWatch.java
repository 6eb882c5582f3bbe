package pagemark.simulation;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import com.amazonaws.services.lambda.runtime.serialization.PojoSerializer;
import com.amazonaws.services.lambda.runtime.serialization.events.LambdaEventSerializers;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import pagemark.index.Turns;
import pagemark.index.Turns.Crash;
import pagemark.repair.WitnessCheck;
import pagemark.simulation.Faults.Fault;
import pagemark.state.Generation;
import pagemark.state.Generations;
import pagemark.state.InMemoryState;
import pagemark.state.writer.WitnessNotes;
import pagemark.state.writer.Writers;
import pagemark.sync.TableModel;
import pagemark.watch.EventSink;
import pagemark.watch.StreamWatch;
import pagemark.watch.WatchedStream;

/// Runs the watch of a stream each minute, and the check of witnesses every five minutes.
///
/// @param live reads the live generations
/// @param arn the ARN of the consumed stream
/// @param handler the function that applies records
record SimulatedWatch(
    Turns scheduler,
    Faults faults,
    SimulatedStream stream,
    InMemoryState state,
    Writers writers,
    Supplier<List<Generation>> live,
    SimulatedIndex index,
    String arn,
    Function<DynamodbEvent, StreamsEventResponse> handler) {
  private static final JsonMapper JSON = new JsonMapper();
  private static final PojoSerializer<DynamodbEvent> EVENTS =
      LambdaEventSerializers.serializerFor(
          DynamodbEvent.class, SimulatedWatch.class.getClassLoader());

  /// Whether a run has completed; one does when a stack is deployed.
  boolean hasLooked() {
    return state.size("work#watch#" + arn, 1) > 0;
  }

  void watch() {
    new StreamWatch(ports(), arn, this::count).run(() -> true);
  }

  private void count(String line) {
    if (line.startsWith("suspended")) {
      faults.count(Fault.SUSPENDED);
    } else if (line.startsWith("the index may differ")) {
      faults.count(Fault.MARKED);
    } else if (line.startsWith("lost writes were applied")) {
      faults.count(Fault.HEALED);
    }
  }

  void checkWitnesses() {
    WitnessCheck check =
        new WitnessCheck(
            index,
            scheduler.parked(WitnessNotes.class, writers.witnesses()),
            scheduler.parked(Generations.class, state)::mark,
            scheduler);
    for (Generation generation : live.get()) {
      if (check.check(generation, () -> true).mark() != null) {
        faults.count(Fault.MARKED);
      }
    }
  }

  private StreamWatch.Ports ports() {
    return new StreamWatch.Ports(
        live,
        stream::described,
        scheduler.parked(Generations.class, state),
        scheduler.parked(Writers.class, writers),
        scheduler.parked(WatchedStream.class, new Shard(stream, arn)),
        new EventSink(event -> answer(event)),
        scheduler);
  }

  private JsonNode answer(JsonNode event) {
    try {
      return JSON.valueToTree(handler.apply(EVENTS.fromJson(event.toString())));
    } catch (Crash e) {
      throw new IllegalStateException("the function timed out", e);
    }
  }

  /// Shows all shards as one that never ends. A read returns records of one shard only, and none
  /// that are older than a day.
  private record Shard(SimulatedStream stream, String arn) implements WatchedStream {
    private static final int RECORDS_MAX = 10;

    @Override
    public List<WatchedStream.Shard> shards() {
      return List.of(new WatchedStream.Shard("shard", null));
    }

    @Override
    public String iterator(String shard, @Nullable String after) {
      int position = after == null ? stream.begin(arn) : stream.position(after) + 1;
      return Integer.toString(Math.min(stream.kept(position), stream.end(arn)));
    }

    @Override
    public Fetched read(String iterator) {
      int from = Integer.parseInt(iterator);
      List<DynamodbStreamRecord> records =
          from == stream.end(arn) ? List.of() : stream.batch(from, RECORDS_MAX);
      String next = Integer.toString(from + records.size());
      JsonNode event = json(TableModel.event(records));
      return new Fetched(
          StreamSupport.stream(event.path("Records").spliterator(), false).toList(), next);
    }

    private static JsonNode json(DynamodbEvent event) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      EVENTS.toJson(event, out);
      try {
        return JSON.readTree(out.toString(StandardCharsets.UTF_8));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
