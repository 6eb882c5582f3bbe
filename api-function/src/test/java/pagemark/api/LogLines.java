package pagemark.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A Lambda context that keeps the lines of the log.
final class LogLines implements Context, LambdaLogger {
  private final List<String> lines = new ArrayList<>();

  List<String> lines() {
    return lines;
  }

  @Override
  public void log(String message) {
    lines.add(message);
  }

  @Override
  public void log(byte[] message) {
    lines.add(new String(message, UTF_8));
  }

  @Override
  public LambdaLogger getLogger() {
    return this;
  }

  @Override
  public String getAwsRequestId() {
    return "request";
  }

  @Override
  public String getLogGroupName() {
    return "group";
  }

  @Override
  public String getLogStreamName() {
    return "stream";
  }

  @Override
  public String getFunctionName() {
    return "api";
  }

  @Override
  public String getFunctionVersion() {
    return "1";
  }

  @Override
  public String getInvokedFunctionArn() {
    return "arn:aws:lambda:local:0:function:api";
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
    return 10_000;
  }

  @Override
  public int getMemoryLimitInMB() {
    return 512;
  }
}
