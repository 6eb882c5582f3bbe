package pagemark.local.lambda;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.serialization.PojoSerializer;
import com.amazonaws.services.lambda.runtime.serialization.events.LambdaEventSerializers;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/// Calls a function of this project in this process. Events and answers pass through Lambda's own
/// JSON serialization, so that the handler gets the types that it gets in Lambda.
///
/// @param <E> the type of the event
/// @param <A> the type of the answer
public final class LocalFunction<E, A> {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final RequestHandler<E, A> handler;
  private final PojoSerializer<E> events;
  private final PojoSerializer<A> answers;
  private final FunctionSettings settings;

  private LocalFunction(
      RequestHandler<E, A> handler,
      PojoSerializer<E> events,
      PojoSerializer<A> answers,
      FunctionSettings settings) {
    this.handler = handler;
    this.events = events;
    this.answers = answers;
    this.settings = settings;
  }

  public static <E, A> LocalFunction<E, A> of(
      RequestHandler<E, A> handler, Class<E> event, Class<A> answer, FunctionSettings settings) {
    ClassLoader loader = handler.getClass().getClassLoader();
    return new LocalFunction<>(
        handler, serializer(event, loader), serializer(answer, loader), settings);
  }

  /// Lambda's serialization of a type. Makes one at a time: each is a copy of one that the library
  /// sets up at each call, and a copy that is made meanwhile may lack a part, such as the one that
  /// reads seconds as times.
  public static synchronized <T> PojoSerializer<T> serializer(Class<T> type, ClassLoader loader) {
    return LambdaEventSerializers.serializerFor(type, loader);
  }

  /// Calls the function. An exception of the handler is thrown to the caller.
  ///
  /// @return the answer; a missing node if the function answers null
  public JsonNode call(JsonNode event) {
    try {
      E read = events.fromJson(new ByteArrayInputStream(JSON.writeValueAsBytes(event)));
      A answer = handler.handleRequest(read, new LocalContext(settings));
      if (answer == null) {
        return MissingNode.getInstance();
      }
      ByteArrayOutputStream json = new ByteArrayOutputStream();
      answers.toJson(answer, json);
      return JSON.readTree(json.toByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException("an event or answer of " + settings.name(), e);
    }
  }
}
