package pagemark.services;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// The context of an invocation of any function. It has a minute left, unless a test sets another
/// time, and keeps the log.
public final class TestContext implements Context, LambdaLogger {
  public final List<String> lines = new ArrayList<>();
  public volatile int remainingMillis = 60_000;
  private final String function;

  public TestContext() {
    this("function");
  }

  /// @param function the function's name
  public TestContext(String function) {
    this.function = function;
  }

  /// The lines of the log, all of which are JSON objects.
  public List<JsonNode> json() {
    JsonMapper mapper = JsonMapper.builder().build();
    List<JsonNode> parsed = new ArrayList<>();
    for (String line : lines) {
      try {
        parsed.add(mapper.readTree(line));
      } catch (IOException e) {
        throw new UncheckedIOException(line, e);
      }
    }
    return parsed;
  }

  @Override
  public int getRemainingTimeInMillis() {
    return remainingMillis;
  }

  @Override
  public LambdaLogger getLogger() {
    return this;
  }

  @Override
  public void log(String message) {
    lines.add(message);
  }

  @Override
  public void log(byte[] message) {
    log(new String(message, StandardCharsets.UTF_8).stripTrailing());
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
    return function;
  }

  @Override
  public String getFunctionVersion() {
    return "1";
  }

  @Override
  public String getInvokedFunctionArn() {
    return "arn:aws:lambda:eu-central-1:123456789012:function:function";
  }

  @Override
  public CognitoIdentity getIdentity() {
    throw new UnsupportedOperationException();
  }

  @Override
  public ClientContext getClientContext() {
    throw new UnsupportedOperationException();
  }

  @Override
  public int getMemoryLimitInMB() {
    return 512;
  }
}
