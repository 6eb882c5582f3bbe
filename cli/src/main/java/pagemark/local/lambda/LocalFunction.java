package pagemark.local.lambda;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.amazonaws.services.lambda.runtime.logging.LogLevel;
import com.amazonaws.services.lambda.runtime.serialization.PojoSerializer;
import com.amazonaws.services.lambda.runtime.serialization.events.LambdaEventSerializers;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Calls a function of this project in this process, as Lambda does: with JSON.
public record LocalFunction(RequestStreamHandler handler, Settings settings) {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /// A function whose events and answers pass through Lambda's own JSON serialization, so that the
  /// handler gets the types that it gets in Lambda.
  public static <E, A> LocalFunction of(
      RequestHandler<E, A> handler, Class<E> event, Class<A> answer, Settings settings) {
    ClassLoader loader = handler.getClass().getClassLoader();
    PojoSerializer<E> events = serializer(event, loader);
    PojoSerializer<A> answers = serializer(answer, loader);
    return new LocalFunction(
        (in, out, context) -> {
          A answered = handler.handleRequest(events.fromJson(in), context);
          if (answered != null) {
            answers.toJson(answered, out);
          }
        },
        settings);
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
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    try {
      handler.handleRequest(
          new ByteArrayInputStream(JSON.writeValueAsBytes(event)),
          answer,
          new Invocation(settings));
      return JSON.readTree(answer.toByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException("an event or answer of " + settings.name(), e);
    }
  }

  /// The settings of a function.
  ///
  /// @param name the function's name, for its context and its log
  /// @param timeout the time that an invocation believes it has
  /// @param log takes the function's log, a line for each call
  public record Settings(String name, Duration timeout, Consumer<String> log) {}

  /// The context of one invocation of a function in this process.
  public static final class Invocation implements Context {
    private final Settings settings;
    private final String requestId = UUID.randomUUID().toString();
    private final long beginNanos = System.nanoTime();

    public Invocation(Settings settings) {
      this.settings = settings;
    }

    @Override
    public String getAwsRequestId() {
      return requestId;
    }

    @Override
    public String getLogGroupName() {
      return "/aws/lambda/" + settings.name();
    }

    @Override
    public String getLogStreamName() {
      return "local";
    }

    @Override
    public String getFunctionName() {
      return settings.name();
    }

    @Override
    public String getFunctionVersion() {
      return "$LATEST";
    }

    @Override
    public String getInvokedFunctionArn() {
      return "arn:aws:lambda:local:000000000000:function:" + settings.name();
    }

    @Override
    public @Nullable CognitoIdentity getIdentity() {
      return null;
    }

    @Override
    public @Nullable ClientContext getClientContext() {
      return null;
    }

    @Override
    public int getRemainingTimeInMillis() {
      long millis = settings.timeout().toMillis() - (System.nanoTime() - beginNanos) / 1_000_000;
      return Math.toIntExact(Math.max(0, millis));
    }

    @Override
    public int getMemoryLimitInMB() {
      return 512;
    }

    /// A logger that passes on warnings and errors only.
    @Override
    public LambdaLogger getLogger() {
      return new LambdaLogger() {
        @Override
        public void log(String message) {
          settings.log().accept(settings.name() + ": " + message.strip());
        }

        @Override
        public void log(byte[] message) {
          log(new String(message, UTF_8));
        }

        @Override
        public void log(String message, LogLevel level) {
          if (level.compareTo(LogLevel.WARN) >= 0) {
            log(message);
          }
        }

        @Override
        public void log(byte[] message, LogLevel level) {
          log(new String(message, UTF_8), level);
        }
      };
    }
  }
}
