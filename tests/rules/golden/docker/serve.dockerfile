FROM ubuntu:22.04
RUN apt-get update && apt-get install -y nvidia-container-toolkit
RUN echo "FROM nvidia/cuda" > /etc/motd
