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
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import pagemark.simulation.Faults.Fault;
import pagemark.state.Generation;
import pagemark.state.Generations;
import pagemark.state.InMemoryState;
import pagemark.state.Inexact;
import pagemark.state.WatchItems;
import pagemark.state.Writers;
import pagemark.sync.RandomTable;
import pagemark.sync.StreamedTable;
import pagemark.sync.TableModel;
import pagemark.watch.EventSink;
import pagemark.watch.StreamWatch;
import pagemark.watch.WatchedStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/// The watch of a stream, each minute.
///
/// @param handler the function that applies records
record SimulatedWatch(
    ParkingScheduler scheduler,
    Faults faults,
    SimulatedStream stream,
    InMemoryState state,
    Writers writers,
    Function<DynamodbEvent, StreamsEventResponse> handler,
    Notes notes) {
  private static final JsonMapper JSON = new JsonMapper();
  private static final PojoSerializer<DynamodbEvent> EVENTS =
      LambdaEventSerializers.serializerFor(
          DynamodbEvent.class, SimulatedWatch.class.getClassLoader());

  /// Whether it has run to its end; it does so when a stack is deployed.
  boolean hasLooked() {
    return !notes.items().isEmpty();
  }

  /// As long as the table is written to.
  void run() {
    while (!stream.isEnded()) {
      watch();
      scheduler.sleep(Duration.ofSeconds(60));
    }
  }

  void watch() {
    try {
      new StreamWatch(ports(), TableModel.STREAM, _ -> faults.count(Fault.MARKED)).run(() -> true);
    } catch (Crash e) {
      // the next one looks again
    }
    scheduler.revive();
  }

  /// Whether a page of the listing says that it may not be exact.
  boolean isSaid(String listing) {
    return state.live(listing).stream()
        .filter(Generation::isServing)
        .flatMap(generation -> generation.inexact().stream())
        .map(Inexact::cause)
        .anyMatch(cause -> cause == Inexact.Cause.MISSED_RECORDS);
  }

  private StreamWatch.Ports ports() {
    return new StreamWatch.Ports(
        () ->
            RandomTable.LISTINGS.byName().keySet().stream()
                .flatMap(listing -> state.live(listing).stream())
                .toList(),
        () -> new StreamedTable(TableModel.NAME, TableModel.ARN, TableModel.STREAM),
        scheduler.parked(Generations.class, state),
        scheduler.parked(Writers.class, writers),
        new WatchItems(notes, "state", TableModel.STREAM),
        scheduler.parked(WatchedStream.class, new Shard(stream)),
        new EventSink(event -> answer(event)),
        scheduler);
  }

  private JsonNode answer(JsonNode event) {
    StreamsEventResponse response = handler.apply(EVENTS.fromJson(event.toString()));
    return JSON.valueToTree(response);
  }

  /// All shards as one, which never ends, but no read brings records of two; what is older than a
  /// day has left it.
  private record Shard(SimulatedStream stream) implements WatchedStream {
    private static final int RECORDS_MAX = 10;

    @Override
    public List<WatchedStream.Shard> shards() {
      return List.of(new WatchedStream.Shard("shard", null));
    }

    @Override
    public String iterator(String shard, @Nullable String after) {
      int position = after == null ? 0 : stream.position(after) + 1;
      return Integer.toString(stream.kept(position));
    }

    @Override
    public Fetched read(String iterator) {
      List<DynamodbStreamRecord> records = stream.batch(Integer.parseInt(iterator), RECORDS_MAX);
      String next = Integer.toString(Integer.parseInt(iterator) + records.size());
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

  /// The watch's items of `pagemark-state`, by their sort key.
  record Notes(ParkingScheduler scheduler, Map<String, Map<String, AttributeValue>> items)
      implements DynamoDbClient {
    Notes(ParkingScheduler scheduler) {
      this(scheduler, new HashMap<>());
    }

    @Override
    public QueryResponse query(QueryRequest request) {
      scheduler.park();
      return QueryResponse.builder().items(items.values()).build();
    }

    @Override
    public PutItemResponse putItem(PutItemRequest request) {
      scheduler.park();
      items.put(sk(request.item()), request.item());
      return PutItemResponse.builder().build();
    }

    @Override
    public DeleteItemResponse deleteItem(DeleteItemRequest request) {
      scheduler.park();
      items.remove(sk(request.key()));
      return DeleteItemResponse.builder().build();
    }

    private static String sk(Map<String, AttributeValue> item) {
      return Objects.requireNonNull(item.get("sk")).s();
    }

    @Override
    public String serviceName() {
      return "dynamodb";
    }

    @Override
    public void close() {}
  }
}
