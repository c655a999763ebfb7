sleep 0.02
echo start
sleep 0.02
echo "done 512 tokens"
