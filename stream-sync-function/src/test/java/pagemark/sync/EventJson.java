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
