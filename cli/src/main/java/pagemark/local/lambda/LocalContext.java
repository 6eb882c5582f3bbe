package pagemark.local.lambda;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import com.amazonaws.services.lambda.runtime.logging.LogLevel;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The context of one invocation of a function in this process.
public final class LocalContext implements Context {
  private final FunctionSettings settings;
  private final String requestId = UUID.randomUUID().toString();
  private final long beginNanos = System.nanoTime();

  public LocalContext(FunctionSettings settings) {
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
