package pagemark.sync;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import com.amazonaws.services.lambda.runtime.serialization.PojoSerializer;
import com.amazonaws.services.lambda.runtime.serialization.events.LambdaEventSerializers;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import pagemark.function.StreamSyncHandler;
import pagemark.services.TestContext;
import pagemark.state.SampleHashes;

/// Reads events and writes answers as JSON, in the way of the Lambda runtime.
public final class EventJson {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private EventJson() {}

  static DynamodbEvent read(String json) {
    return serializer(DynamodbEvent.class).fromJson(json);
  }

  static String write(StreamsEventResponse response) {
    ByteArrayOutputStream json = new ByteArrayOutputStream();
    serializer(StreamsEventResponse.class).toJson(response, json);
    return json.toString(StandardCharsets.UTF_8);
  }

  /// Hands an event to a handler, as Lambda would.
  ///
  /// @return the handler's answer as JSON
  public static JsonNode handle(StreamSync consumer, JsonNode event) {
    StreamSyncHandler handler =
        new StreamSyncHandler(consumer, SampleHashes.ofThisProcess(), InstantSource.system());
    return parse(write(handler.handleRequest(read(event.toString()), new TestContext())));
  }

  public static JsonNode parse(String json) {
    try {
      return JSON.readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static <T> PojoSerializer<T> serializer(Class<T> type) {
    return LambdaEventSerializers.serializerFor(type, EventJson.class.getClassLoader());
  }
}
